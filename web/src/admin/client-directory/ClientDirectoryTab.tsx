import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectoryGroup, GroupItem, GroupSet } from '@portico/contract/scim/directory-groups.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { AttributesTab } from './AttributesTab.tsx'
import classes from './ClientDirectoryTab.module.css'
import { ConflictsPanel } from './ConflictsPanel.tsx'
import { clientDirectoryQuery, directoryGroupSearch, directoryGroupsQuery } from './directory-queries.ts'
import { DirectoryPeopleTab } from './DirectoryPeopleTab.tsx'
import { DirectoryRequestsTab } from './DirectoryRequestsTab.tsx'
import { GroupAccessDialog } from './GroupAccessDialog.tsx'

const GroupQuestionDrawer = lazyDialog(async () => (await import('./GroupQuestionDrawer.tsx')).GroupQuestionDrawer)

interface DirectoryProps {
  clientId: number
  name: string
}

const parts = {
  directory: DirectoryOverview,
  'directory-people': DirectoryPeopleTab,
  'directory-attributes': AttributesTab,
  'directory-requests': DirectoryRequestsTab,
}

/** The directory of a client, whom it does not provide, which of its attributes fill which fields, or what it asked for lately. */
export function ClientDirectoryTab({ part, ...client }: DirectoryProps & { part: keyof typeof parts }) {
  const Part = parts[part]
  return <Part {...client} />
}

/** What the directory of a client provides, and what its groups give. */
function DirectoryOverview({ clientId, name }: DirectoryProps) {
  const t = useTexts(directoryGroupTexts)
  const { copy_refused: failed } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const { addressTxt, personCnt, unnamedCnt } = useSuspenseQuery(clientDirectoryQuery(uid, clientId)).data
  const list = useListSearch(directoryGroupSearch)
  const page = useListPage(directoryGroupsQuery(uid, clientId, list))
  const mark = useManagedMark('directoryGroups', page.rows, ({ groupId }) => `${clientId}/${groupId}`)
  const [changed, setChanged] = useState<DirectoryGroup | null>(null)
  const [asked, setAsked] = useState<DirectoryGroup | null>(null)
  return (
    <div className={classes['tab']}>
      <p>{formatMessage(t.directory_lead, { name })}</p>
      <div className={classes['address']}>
        <span>
          {t.directory_address}: <BreakableText>{addressTxt}</BreakableText>
        </span>
        <CopyButton
          text={addressTxt}
          label={t.directory_copy}
          doneLabel={t.directory_copied}
          failedLabel={failed}
          size="s"
        />
      </div>
      <p>
        {formatMessage(t.directory_people, { count: personCnt })}
        {unnamedCnt > 0 && `. ${formatMessage(t.directory_unnamed, { count: unnamedCnt })}`}
      </p>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.directory_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.directory_none, hint: t.directory_none_hint }}
        caption={t.directory_groups}
        columns={columnsOf(t, pageName)}
        rowKey={({ groupId }) => groupId}
        rowMark={mark}
        rowName={({ groupNm }) => groupNm}
        rowActions={(group) => [
          {
            entries: [
              { label: t.directory_change, icon: 'pencil', onSelect: () => setChanged(group) },
              { label: t.directory_question, icon: 'eye', onSelect: () => setAsked(group) },
            ],
          },
        ]}
      />
      <ConflictsPanel clientId={clientId} />
      {asked && <GroupQuestionDrawer clientId={clientId} group={asked} onClose={() => setAsked(null)} />}
      {changed && <GroupAccessDialog clientId={clientId} group={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}

/** One application or page that a group gives, and whether it goes no further. */
const wordsOf = (
  { systemNm, pageNm, ...given }: GroupItem,
  t: Texts<typeof directoryGroupTexts>,
  pageName: (pageNm: string) => string,
): string => givenWords(pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`, given, t)

/** A permission set that a group gives, and whether it goes no further. */
const wordsOfSet = ({ setNm, ...given }: GroupSet, t: Texts<typeof directoryGroupTexts>): string =>
  givenWords(formatMessage(t.directory_set, { name: setNm }), given, t)

function givenWords(
  access: string,
  { givenFlg, givenByNm }: Pick<GroupItem, 'givenFlg' | 'givenByNm'>,
  t: Texts<typeof directoryGroupTexts>,
): string {
  if (givenFlg) return access
  return givenByNm === null
    ? formatMessage(t.directory_stopped_unknown, { access })
    : formatMessage(t.directory_stopped, { access, name: givenByNm })
}

const columnsOf = (
  t: Texts<typeof directoryGroupTexts>,
  pageName: (pageNm: string) => string,
): Column<DirectoryGroup>[] => [
  { key: 'groupNm', title: t.directory_group, sortable: true, cell: ({ groupNm }) => groupNm },
  {
    key: 'gives',
    title: t.directory_gives,
    cell: ({ items, sets }) =>
      [...sets.map((set) => wordsOfSet(set, t)), ...items.map((item) => wordsOf(item, t, pageName))].join('; ') ||
      t.directory_gives_nothing,
  },
  {
    key: 'memberCnt',
    title: t.directory_members,
    align: 'end',
    sortable: true,
    cell: ({ memberCnt }) => formatNumber(memberCnt),
  },
]
