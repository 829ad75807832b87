import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Setting } from '../server/src/config/setting.ts'
import { settings } from '../server/src/config/settings.mjs'
import { configurationSchema } from '../server/src/configuration/configuration-schema.ts'
import { schemaText } from '../server/src/commands/schema.ts'
import { chartSchema } from './deploy/chart-schema.ts'
import { proofsFile, proofsPage } from './requirements.ts'

const operations = path.resolve(import.meta.dirname, '../docs/operations.md')
const schemaOfChart = path.resolve(import.meta.dirname, '../deploy/helm/portico/values.schema.json')

/** The JSON schema of files of configuration, for editors. */
export const configurationSchemaFile = path.resolve(import.meta.dirname, '../docs/configuration.schema.json')

/** Its text as the code has it. */
export const configurationSchemaText = (): string => schemaText(configurationSchema())

/** The alerts, and their copy in the chart, which cannot reach beyond its folder. */
export const alerts = path.resolve(import.meta.dirname, '../deploy/monitoring/rules.yml')
export const alertsOfChart = path.resolve(import.meta.dirname, '../deploy/helm/portico/files/rules.yml')
const START = '<!-- settings: written by npm run docs -->'
const END = '<!-- end of settings -->'

/** The settings as a Markdown table. */
function settingsTable(): string {
  const rows = settings.map((setting: Setting) => {
    const secret = setting.secret ? ' Secret: may also come from the file named by `' + setting.name + '_FILE`.' : ''
    return `| \`${setting.name}\` | ${setting.byDefault.replaceAll('|', '\\|')} | ${setting.description}${secret} |`
  })
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n')
}

/** docs/operations.md with its table of settings as the code has them. */
export function withSettings(page: string): string {
  const from = page.indexOf(START)
  const to = page.indexOf(END)
  if (from < 0 || to < from) throw new Error('docs/operations.md has lost the marks around its table of settings')
  return `${page.slice(0, from + START.length)}\n\n${settingsTable()}\n\n${page.slice(to)}`
}

if (import.meta.main) {
  writeFileSync(operations, withSettings(readFileSync(operations, 'utf8')))
  writeFileSync(proofsFile, proofsPage())
  writeFileSync(schemaOfChart, chartSchema())
  writeFileSync(configurationSchemaFile, configurationSchemaText())
  copyFileSync(alerts, alertsOfChart)
}
