import { finished } from 'node:stream'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { writeCsv } from './csv.ts'
import type { SheetColumn } from './sheet-columns.ts'
import { writeXlsx } from './xlsx.ts'

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Answers an 'attachment' call with rows as a file `<name>.<format>`, written while they are read. */
export function sheetAttachment<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly SheetColumn<Row>[],
  { format, name }: { format: ExportFormat; name: string },
) {
  const write = format === 'csv' ? writeCsv<Row> : writeXlsx<Row>
  const body = write(batches, columns)
  // A body that nobody began to read does not end the reading of its rows by itself.
  finished(body, () => void batches[Symbol.asyncIterator]().return?.())
  return {
    type: types[format],
    body,
    cacheControl: 'no-store' as const,
    attachmentName: `${name}.${format}`,
  }
}
