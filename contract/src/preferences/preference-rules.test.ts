import { expect, test } from 'vitest'
import { plainName } from '../plain-name.ts'
import { reportRowList } from '../reports/report-records.ts'
import { columnFieldList } from '../users/user-fields.ts'
import { isSameFilterName, preferenceLists } from './preference-rules.ts'

test('a name stands on one line, without control characters and marks of direction', () => {
  expect(plainName('  My \n\t filter ')).toBe('My filter')
  expect(plainName('a\u0000b\u202ec\u200b')).toBe('abc')
  expect(plainName('e\u0301')).toBe('é')
  expect(plainName(' \u202e ')).toBe('')
})

test('two names are the same in any case and with any spaces', () => {
  expect(isSameFilterName(' My  FILTER', 'my filter ')).toBe(true)
  expect(isSameFilterName('my filter', 'my filters')).toBe(false)
})

test('preferences keep the filters and columns that the lists have', () => {
  const ofTable = columnFieldList.map(({ wire }) => wire)
  const { report, ...others } = preferenceLists
  expect({ ...others, report: { ...report, columns: report.columns.toSorted() } }).toEqual({
    users: {
      filters: ['name', 'status', 'employer', 'signedInBefore', 'condition', 'import', ...ofTable],
      columns: ['lastNm', 'userNm', 'emailAddress', 'employer', ...ofTable, 'userStatus', 'lastLoginDt'],
    },
    audit: {
      filters: ['actor', 'subject', 'client', 'action', 'kind', 'target', 'from', 'to'],
      columns: ['action', 'actor', 'subject', 'target', 'client', 'address'],
    },
    // The first column is always shown.
    report: { filters: [], columns: reportRowList.columns.filter((column) => column !== 'firstNm').toSorted() },
    navigation: {
      filters: [],
      columns: ['people', 'applications', 'signOn', 'content', 'settings', 'reports', 'operation'],
    },
    overview: { filters: [], columns: ['firstSteps'] },
  })
})
