import type { accessChangeListTexts } from '@portico/contract/access-changes/access-change-list-texts.ts'
import type { ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { formatInstant, formatList, formatNumber } from '../../ui/format.ts'
import { ChangeState } from './ChangeState.tsx'

export type Words = Texts<typeof accessChangeListTexts>

/** The names of what an act gave or ended; `pageName` is that of a page in the language of the reader. */
export const applicationsOf = (
  { applications, setNms = [] }: ListedAccessChange,
  t: Words,
  pageName: (name: string) => string,
): string =>
  formatList([
    ...setNms.map((name) => formatMessage(t.access_changes_set, { name })),
    ...applications.map(({ systemNm, pageNm }) => (pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`)),
  ])

/** An act by its kind and time. */
export const nameOf = ({ kindCd, startedDt }: ListedAccessChange, t: Words): string =>
  formatMessage(t.access_changes_row, { kind: t[`access_changes_kind_${kindCd}`], time: formatInstant(startedDt) })

/** The columns of the list; who started an act is one where the reader sees those of others. */
export const columnsOf = (
  t: Words,
  pageName: (name: string) => string,
  seesOthers: boolean,
): Column<ListedAccessChange, string>[] => [
  {
    key: 'kind',
    title: t.access_changes_kind,
    oneLine: true,
    cell: ({ kindCd }) => t[`access_changes_kind_${kindCd}`],
  },
  {
    key: 'applications',
    title: t.access_changes_what,
    isWidest: true,
    cell: (change) => change.leaverNm ?? applicationsOf(change, t, pageName),
  },
  { key: 'users', title: t.access_changes_users, align: 'end', cell: ({ userCnt }) => formatNumber(userCnt) },
  {
    key: 'startedDt',
    title: t.access_changes_started,
    sortable: true,
    oneLine: true,
    cell: ({ startedDt }) => formatInstant(startedDt),
  },
  ...(seesOthers
    ? [
        {
          key: 'startedBy',
          title: t.access_changes_started_by,
          truncate: 'narrow',
          priority: 2,
          cell: ({ startedByNm }) => startedByNm ?? t.access_changes_started_by_other,
        } satisfies Column<ListedAccessChange>,
      ]
    : []),
  { key: 'state', title: t.access_changes_state, cell: (change) => <ChangeState change={change} /> },
]
