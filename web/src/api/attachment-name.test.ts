import { expect, test } from 'vitest'
import { attachmentName } from './attachment-name.ts'

test.each([
  [`attachment; filename="user-list_.xlsx"; filename*=UTF-8''user-list%C3%BC.xlsx`, 'user-listü.xlsx'],
  ['attachment; filename="a; \\"b\\".xlsx"', 'a; "b".xlsx'],
  ['Attachment;filename=plain.xlsx', 'plain.xlsx'],
  [`attachment; filename="kept.xlsx"; filename*=UTF-8''%E0%A4%A`, 'kept.xlsx'],
  ['attachment', ''],
])('%s names the file to save %s (RPTS-095)', (header, name) => {
  expect(attachmentName(header)).toBe(name)
})

test.each([null, '', 'inline; filename="report.xlsx"', 'attachments; filename="a"', 'form-data; name="attachment"'])(
  '%s is no file to save (RPTS-094)',
  (header) => {
    expect(attachmentName(header)).toBeNull()
  },
)
