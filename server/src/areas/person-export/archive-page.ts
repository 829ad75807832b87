import { escapeHtml } from '@portico/contract/escape-html.ts'
import { localeOf } from '@portico/contract/texts/languages.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import { MessageRef, sentences as t, type Translate } from '../../http/sentences.ts'
import { AUDIT_TABLE, exportedTables } from './all-tables.ts'
import { exportParts, leftOutReasons } from './exported-table.ts'
import { leftOutTables } from './left-out-tables.ts'
import { type ArchivedTable, type ArchiveReader, isAdministratorOfClient } from './archive-reader.ts'
import type { ExportedPerson } from './read-person.ts'

interface PageContent {
  person: ExportedPerson
  reader: ArchiveReader
  now: Date
  /** What was written. */
  tables: readonly ArchivedTable[]
  /** Paths in the archive. */
  files: readonly string[]
  missing: readonly string[]
  timeZone: string
}

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:60rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1c2430}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.125rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #c3cbd6;padding:.25rem .5rem;text-align:left;overflow-wrap:anywhere}th{background:#eef1f5}.number{text-align:right}
a{color:#1f4f8f}a:focus-visible{outline:2px solid currentcolor;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#10141a;color:#e4e9f0}th{background:#1c232d}th,td{border-color:#3a4553}a{color:#8ab4f0}}`

const madeBy = {
  person: t.archive_made_by_person,
  administrator: t.archive_made_by_administrator,
  operator: t.archive_made_by_operator,
} as const

const named = (key: string) => new MessageRef(key as TextKey)

/** The readable page of an export: no script, every value escaped, links to the files beside it. */
export function archivePage(content: PageContent): string {
  const { person, reader, tables, files, missing } = content
  const { translate, language } = reader
  const title = escapeHtml(translate(t.archive_title({ name: person.fullName })))
  const parts = exportParts.map((part) =>
    section(
      translate(named(`archive_part_${part}`)),
      tableList(
        tables.filter(({ table }) => exportedTables[table]?.part === part),
        reader,
      ),
    ),
  )
  const audit = section(
    translate(t.archive_part_audit),
    reader.readsAudit
      ? tableList(
          tables.filter(({ table }) => table === AUDIT_TABLE),
          reader,
        )
      : paragraph(translate(t.archive_no_audit)),
  )
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${introduction(content).map(paragraph).join('\n')}
${parts.join('\n')}
${audit}
${isAdministratorOfClient(reader) ? '' : section(translate(t.archive_files), fileList(files, missing, translate))}
${section(translate(t.archive_left_out), leftOutList(translate))}
</main></body></html>
`
}

function introduction({ person, reader, now, timeZone }: PageContent): string[] {
  const { translate, language, clientId, kind } = reader
  const time = now.toLocaleString(localeOf[language], { timeZone, dateStyle: 'long', timeStyle: 'long' })
  return [
    person.userName,
    translate(t.archive_made({ time })),
    translate(madeBy[kind]),
    translate(t.archive_about),
    ...(clientId === null ? [] : [translate(t.archive_scope_client)]),
    ...(isAdministratorOfClient(reader) ? [translate(t.archive_hidden_from_clients)] : []),
  ]
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

const section = (heading: string, content: string): string =>
  `<section><h2>${escapeHtml(heading)}</h2>${content}</section>`

const link = (path: string): string =>
  `<a href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(path)}</a>`

function tableList(tables: readonly ArchivedTable[], { translate, language }: ArchiveReader): string {
  const headings = [t.archive_column_content, t.archive_column_file, t.archive_column_entries]
  const rows = tables.map(
    ({ table, entries }) =>
      `<tr><td>${escapeHtml(translate(named(`archive_table_${table}`)))}</td><td>${link(`data/${table}.json`)}</td><td class="number">${entries.toLocaleString(localeOf[language])}</td></tr>`,
  )
  return `<table><thead><tr>${headings.map((heading) => `<th scope="col">${escapeHtml(translate(heading))}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function fileList(files: readonly string[], missing: readonly string[], translate: Translate): string {
  if (files.length === 0) return paragraph(translate(t.archive_files_none))
  const list = `<ul>${files.map((path) => `<li>${link(path)}</li>`).join('')}</ul>`
  return missing.length === 0
    ? list
    : list + paragraph(translate(t.archive_files_missing({ files: missing.join(', ') })))
}

/** The reasons for what is left out, with the tables that are left out whole. */
function leftOutList(translate: Translate): string {
  const items = leftOutReasons.map((reason) => {
    const tables = Object.keys(leftOutTables).filter((table) => leftOutTables[table] === reason)
    const names = tables.length === 0 ? '' : ` <small>(${tables.map(escapeHtml).join(', ')})</small>`
    return `<li>${escapeHtml(translate(named(`archive_left_out_${reason}`)))}${names}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}
