import { escapeHtml } from '@portico/contract/escape-html.ts'
import { localeOf } from '@portico/contract/texts/languages.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import { MessageRef, sentences as t, type Translate } from '../../http/sentences.ts'
import { AUDIT_TABLE, exportedTables } from './all-tables.ts'
import { exportParts, leftOutReasons } from './exported-table.ts'
import { type ArchivedTable, type ArchiveReader, isAdministratorOfClient } from './archive-reader.ts'
import { nameOfField } from './archive-words.ts'
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

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:75rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1c2430}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.125rem;margin-top:2rem}table{border-collapse:collapse}
h3{font-size:1rem;margin:1.5rem 0 .5rem}.wide{overflow-x:auto}
th,td{border:1px solid #c3cbd6;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;min-width:7.5rem}th{background:#eef1f5;overflow-wrap:normal}
a{color:#1f4f8f}a:focus-visible,.wide:focus-visible{outline:2px solid currentcolor;outline-offset:2px}
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
  const time = now.toLocaleString(localeOf[language], { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return [
    person.userName,
    translate(t.archive_made({ time, zone: timeZone })),
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

/** The tables of a section that have entries, each with its name and, where not all are shown, what is missing. */
function tableList(tables: readonly ArchivedTable[], reader: ArchiveReader): string {
  const { translate } = reader
  const filled = tables.filter(({ entries }) => entries > 0)
  if (filled.length === 0) return paragraph(translate(t.archive_nothing))
  return filled
    .map((archived) => {
      const name = translate(named(`archive_table_${archived.table}`))
      return `<h3>${escapeHtml(name)}</h3>${rowTable(name, archived, reader)}${remainder(archived, translate)}`
    })
    .join('\n')
}

function remainder({ table, entries, shown }: ArchivedTable, translate: Translate): string {
  if (entries === shown.rows.length) return ''
  const file = '\u0001'
  const text = translate(t.archive_more({ shown: shown.rows.length, count: entries, file }))
  return `<p>${escapeHtml(text).replace(file, link(`data/${table}.json`))}</p>`
}

/** One row stands as a list of its fields, several below each other; fields without a value are left out. */
function rowTable(name: string, { shown: { fields, rows } }: ArchivedTable, reader: ArchiveReader): string {
  const head = (field: string, scope: 'row' | 'col') =>
    `<th scope="${scope}">${escapeHtml(nameOfField(field, reader))}</th>`
  const cell = (row: Readonly<Record<string, string>>, field: string) => `<td>${escapeHtml(row[field] ?? '')}</td>`
  const [only] = rows
  const content =
    only && rows.length === 1 && fields.length > 3
      ? `<tbody>${fields.map((field) => `<tr>${head(field, 'row')}${cell(only, field)}</tr>`).join('')}</tbody>`
      : `<thead><tr>${fields.map((field) => head(field, 'col')).join('')}</tr></thead><tbody>${rows
          .map((row) => `<tr>${fields.map((field) => cell(row, field)).join('')}</tr>`)
          .join('')}</tbody>`
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(name)}"><table>${content}</table></div>`
}

function fileList(files: readonly string[], missing: readonly string[], translate: Translate): string {
  if (files.length === 0) return paragraph(translate(t.archive_files_none))
  const list = `<ul>${files.map((path) => `<li>${link(path)}</li>`).join('')}</ul>`
  return missing.length === 0
    ? list
    : list + paragraph(translate(t.archive_files_missing({ files: missing.join(', ') })))
}

const leftOutList = (translate: Translate): string =>
  `<ul>${leftOutReasons.map((reason) => `<li>${escapeHtml(translate(named(`archive_left_out_${reason}`)))}</li>`).join('')}</ul>`
