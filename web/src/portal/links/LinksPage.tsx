import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteLink, listLinks, type UserLink } from '@portico/contract/links/links.ts'
import { linkTexts } from '@portico/contract/links/link-texts.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { type ListState, useListSearch } from '../../patterns/list-search.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useRestorableState } from '../../ui/restorable-state.ts'
import { linksQuery } from './link-queries.ts'
import { type LinkFilters, linkSearch, shownLinks } from './link-search.ts'
import { LinkModal } from './LinkModal.tsx'
import classes from './LinksPage.module.css'

/** The links, to open one (LINK-002). */
export const MyLinksPage = () => <Links mayChange={false} />

/** The links, to add, change and delete them (LINK-003). */
export const ManageMyLinksPage = () => <Links mayChange />

type DialogState = { what: 'add' } | { what: 'edit' | 'delete'; link: UserLink } | null

function Links({ mayChange }: { mayChange: boolean }) {
  const t = useTexts(linkTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(linkSearch)
  const links = useSuspenseQuery(linksQuery(uid)).data
  // A dialog with unsaved text opens again after sign-in.
  const [dialog, setDialog] = useRestorableState<DialogState>('links-dialog', null)
  const add = () => setDialog({ what: 'add' })
  const shown = shownLinks(links, list)
  return (
    <div className={classes['page']}>
      <Heading mayChange={mayChange} {...(links.length > 0 ? { onAdd: add } : {})} />
      {links.length === 0 ? (
        <EmptyState
          drawing="list"
          title={t.links_none}
          hint={t.links_none_hint}
          action={
            <Button kind="primary" icon="plus" onClick={add}>
              {t.links_add}
            </Button>
          }
        />
      ) : (
        <>
          <FilterBar list={list} fields={[{ name: 'q', kind: 'search', label: t.links_search }]} />
          <div className={classes['list']}>
            <LinkTable list={list} links={shown} {...(mayChange ? { onDo: setDialog } : {})} />
          </div>
        </>
      )}
      {dialog?.what === 'add' && <LinkModal link={null} onClose={() => setDialog(null)} />}
      {dialog?.what === 'edit' && <LinkModal link={dialog.link} onClose={() => setDialog(null)} />}
      {dialog?.what === 'delete' && <DeleteLinkDialog link={dialog.link} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** Empty state: how to add a link. */
function Heading({ mayChange, onAdd }: { mayChange: boolean; onAdd?: () => void }) {
  const t = useTexts(linkTexts)
  const navigate = useNavigate()
  if (!mayChange)
    return (
      <PageHeading
        title={t.links_title}
        subtitle={t.links_lead}
        actions={
          <Button icon="pencil" onClick={() => void navigate({ to: paths.manageMyLinks() })}>
            {t.links_manage}
          </Button>
        }
      />
    )
  return (
    <PageHeading
      title={t.links_manage_title}
      subtitle={t.links_manage_lead}
      actions={
        <>
          <Button onClick={() => void navigate({ to: paths.myLinks() })}>{t.links_done}</Button>
          {onAdd && (
            <Button kind="primary" icon="plus" onClick={onAdd}>
              {t.links_add}
            </Button>
          )}
        </>
      }
    />
  )
}

interface LinkTableProps {
  list: ListState<LinkFilters, 'linkNm' | 'linkUrlTxt'>
  links: readonly UserLink[]
  onDo?: (dialog: DialogState) => void
}

function LinkTable({ list, links, onDo }: LinkTableProps) {
  const t = useTexts(linkTexts)
  if (links.length === 0) return <EmptyState live drawing="search" title={t.links_none_found} />
  return (
    <DataTable
      caption={t.links_title}
      rows={links}
      rowKey={({ userLinkId }) => userLinkId}
      columns={[
        {
          key: 'linkNm',
          title: t.links_column_name,
          sortable: true,
          cell: (link) => <OutwardLink link={link} />,
        },
        {
          key: 'linkUrlTxt',
          title: t.links_column_address,
          sortable: true,
          cell: ({ linkUrlTxt }) => <span className={classes['address']}>{linkUrlTxt}</span>,
        },
      ]}
      sort={list.sort}
      onSort={(sort) => list.set({ sort })}
      {...(onDo
        ? {
            rowButtons: (link: UserLink) => (
              <span className={classes['actions']}>
                <IconButton
                  icon="pencil"
                  label={formatMessage(t.link_edit, { name: link.linkNm })}
                  onClick={() => onDo({ what: 'edit', link })}
                />
                <IconButton
                  icon="trash"
                  label={formatMessage(t.link_delete, { name: link.linkNm })}
                  onClick={() => onDo({ what: 'delete', link })}
                />
              </span>
            ),
          }
        : {})}
    />
  )
}

function DeleteLinkDialog({ link: { userLinkId, linkNm: name }, onClose }: { link: UserLink; onClose: () => void }) {
  const t = useTexts(linkTexts)
  const { uid } = useSignedIn()
  return (
    <DeleteDialog
      title={t.link_delete_title}
      confirmLabel={t.link_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.record}
      call={deleteLink}
      input={{ params: { uid, userLinkId } }}
      invalidate={[listLinks]}
      onClose={onClose}
    >
      <p>{formatMessage(t.link_delete_question, { name })}</p>
    </DeleteDialog>
  )
}

/** Opens a saved address in a new tab, without a referrer (S68). */
function OutwardLink({ link: { linkNm: name, linkUrlTxt } }: { link: UserLink }) {
  const t = useTexts(linkTexts)
  const target = safeLink(linkUrlTxt)
  if (!target?.external) return <span>{name}</span>
  return (
    <a
      className={classes['link']}
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={formatMessage(t.links_open, { name })}
    >
      {name}
      <Icon name="external" size={16} />
    </a>
  )
}
