import { documentExtensions } from '@portico/contract/documents/document-rules.ts'
import { describe, expect, test } from 'vitest'
import { contentKindOf, mediaTypeOf } from './document-rules.ts'

const OPEN = 'application/vnd.openxmlformats-officedocument'

describe('the content of a document (DOCS-040, J11)', () => {
  const named = (wanted: string) =>
    documentExtensions
      .filter((extension) => {
        const content = contentKindOf(extension)
        return content?.kind === 'office' ? content.folder === wanted : content?.kind === wanted
      })
      .join()

  test('is an Office archive of its program, a text, or begins with its signature', () => {
    expect(named('word/')).toBe('docx')
    expect(named('xl/')).toBe('xlsx,xltx,xlam,xlsb,xltm,xlsm')
    expect(named('ppt/')).toBe('pptx,ppam,sldm,pptm,ppsm,sldx,ppsx,potx')
    expect(named('text')).toBe('csv')
    expect(named('signature')).toBe('doc,xls,ppt,jpeg,jpg,png,pdf,mp4,mpeg')
  })

  test.each([
    ['doc', ['cfb']],
    ['xls', ['cfb']],
    ['ppt', ['cfb']],
    ['jpeg', ['jpg']],
    ['jpg', ['jpg']],
    ['png', ['png', 'apng']],
    ['pdf', ['pdf']],
    ['mp4', ['mp4', 'm4v']],
    ['mpeg', ['mpg']],
  ])('of .%s has the signature of one of %j', (extension, types) =>
    expect(contentKindOf(extension)).toEqual({ kind: 'signature', types }),
  )

  test('is not looked for where the extension is not accepted', () => {
    expect([contentKindOf('exe'), contentKindOf(''), contentKindOf('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('downloads have the media type of their kind; those with macros and rare ones have none that a browser opens', () => {
  const types = Object.groupBy(documentExtensions, mediaTypeOf)
  expect(types).toEqual({
    [`${OPEN}.wordprocessingml.document`]: ['docx'],
    'application/msword': ['doc'],
    'text/csv; charset=utf-8': ['csv'],
    [`${OPEN}.spreadsheetml.sheet`]: ['xlsx'],
    'application/vnd.ms-excel': ['xls'],
    [`${OPEN}.presentationml.presentation`]: ['pptx'],
    'application/vnd.ms-powerpoint': ['ppt'],
    'image/jpeg': ['jpeg', 'jpg'],
    'image/png': ['png'],
    'application/pdf': ['pdf'],
    'video/mp4': ['mp4'],
    'video/mpeg': ['mpeg'],
    'application/octet-stream': [
      'xltx',
      'xlam',
      'xlsb',
      'xltm',
      'xlsm',
      'ppam',
      'sldm',
      'pptm',
      'ppsm',
      'sldx',
      'ppsx',
      'potx',
    ],
  })
  expect(mediaTypeOf('exe')).toBe('application/octet-stream')
})
