import { describe, expect, test } from 'vitest'
import { documentExtensions, extensionOf, isAcceptedExtension, isDayRange, nameProblem } from './document-rules.ts'

describe('the name of a document (DOCS-040..045, J11)', () => {
  test.each(['a.pdf', 'A_b-9.docx', '-x.png', '_.csv', 'two words.v2.xlsx', `${'a'.repeat(251)}.pdf`])(
    '%s is accepted',
    (name) => expect(nameProblem(name)).toBeNull(),
  )

  test.each([
    ['', 'blank'],
    [' \t', 'blank'],
    [' a.pdf', 'signs'],
    ['a.pdf ', 'signs'],
    ['.pdf', 'signs'],
    ['a.', 'signs'],
    ['a/b.pdf', 'signs'],
    ['ä.pdf', 'signs'],
    ['a\n.pdf', 'signs'],
    ['a', 'length'],
    [`${'a'.repeat(252)}.pdf`, 'length'],
    ['ab', 'type'],
    ['a.exe', 'type'],
    ['a.pdf.exe', 'type'],
  ])('%j is refused: %s', (name, problem) => expect(nameProblem(name)).toBe(problem))

  test('ends in its extension, in any case (DOCS-041)', () => {
    expect(['a.PDF', 'a.b.Docx', 'pdf', 'a.'].map(extensionOf)).toEqual(['pdf', 'docx', '', ''])
    expect(nameProblem('a.PDF')).toBeNull()
  })

  test('has one of the extensions of the specification (DOCS-040)', () => {
    expect(documentExtensions.join()).toBe(
      'docx,doc,csv,xlsx,xltx,xls,xlam,xlsb,xltm,xlsm,pptx,ppt,ppam,sldm,pptm,ppsm,sldx,ppsx,potx,jpeg,jpg,png,pdf,mp4,mpeg',
    )
    expect(['pdf', 'exe', '', 'PDF', 'toString'].map(isAcceptedExtension)).toEqual([true, false, false, false, false])
  })
})

test('a range of days may be open at either end, and of one day (UIGN-023)', () => {
  expect(isDayRange('2026-01-31', '2026-02-01')).toBe(true)
  expect(isDayRange('2026-02-01', '2026-02-01')).toBe(true)
  expect(isDayRange('2026-02-02', '2026-02-01')).toBe(false)
  expect([isDayRange(undefined, '2026-02-01'), isDayRange('2026-02-01', undefined)]).toEqual([true, true])
})
