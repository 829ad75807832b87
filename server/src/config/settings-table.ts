import type { Setting } from './setting.ts'
import { settings } from './settings.mjs'

/** The settings as a Markdown table, for docs/operations.md. */
export function settingsTable(): string {
  const rows = settings.map((setting: Setting) => {
    const secret = setting.secret ? ' Secret: may also come from the file named by `' + setting.name + '_FILE`.' : ''
    return `| \`${setting.name}\` | ${setting.byDefault.replaceAll('|', '\\|')} | ${setting.description}${secret} |`
  })
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n')
}
