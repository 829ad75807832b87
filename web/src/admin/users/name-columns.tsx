import type { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'

interface NamedUser {
  firstNm: string
  lastNm: string
  userNm: string
}

/** The first columns of a list of users; keys of sortable ones are the wire's (decision E3). */
export const nameColumns = (t: Texts<typeof userListTexts>): Column<NamedUser>[] => [
  { key: 'firstNm', title: t.users_first_name, sortable: true, cell: ({ firstNm }) => firstNm },
  { key: 'lastNm', title: t.users_last_name, sortable: true, inCardTitle: true, cell: ({ lastNm }) => lastNm },
  {
    key: 'userNm',
    title: t.users_user_id,
    sortable: true,
    truncate: 'narrow',
    priority: 2,
    cell: ({ userNm }) => <BreakableText>{userNm}</BreakableText>,
  },
]
