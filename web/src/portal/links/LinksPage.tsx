import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { UserLink } from '@portico/contract/links.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { linkTexts } from '@portico/contract/texts/link-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fill } from '../../ui/fill.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Table } from '../../ui/Table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { dropLink, linksQuery } from './link-queries.ts'
import { type LinkSearch, readLinkSearch, shownLinks } from './link-search.ts'
import { CLOSE_AFTER_MS, LinkModal } from './LinkModal.tsx'
import classes from './LinksPage.module.css'
import { OutwardLink } from './OutwardLink.tsx'

/** The links, to open one (LINK-002). */
export const MyLinksPage = () => <Links mayChange={false} />

/** The links, to add, change and delete them (LINK-003). */
export const ManageMyLinksPage = () => <Links mayChange />

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; link: UserLink } | null

function Links({ mayChange }: { mayChange: boolean }) {
  const t = useTexts(linkTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const search: LinkSearch = useSearch({ strict: false })
  const links = useSuspenseQuery(linksQuery(uid)).data
  // A window in which somebody was writing opens again after signing in.
  const [doing, setDoing] = useTyped<Doing>('links-doing', null)
  const here = mayChange ? paths.manageMyLinks() : paths.myLinks()
  const go = (next: LinkSearch) => void navigate({ to: here, search: next, replace: true })
  const add = () => setDoing({ what: 'add' })
  const shown = shownLinks(links, search)
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
          <div className={classes['search']}>
            <SearchField
              label={t.links_search}
              value={search.q ?? ''}
              clearLabel={t.links_search_clear}
              onChange={(q) => go(readLinkSearch({ ...search, q }))}
            />
          </div>
          <div className={classes['list']}>
            <LinkTable search={search} links={shown} onSearch={go} {...(mayChange ? { onDo: setDoing } : {})} />
          </div>
        </>
      )}
      {doing?.what === 'add' && <LinkModal link={null} onClose={() => setDoing(null)} />}
      {doing?.what === 'edit' && <LinkModal link={doing.link} onClose={() => setDoing(null)} />}
      {doing?.what === 'delete' && <DeleteModal link={doing.link} onClose={() => setDoing(null)} />}
    </div>
  )
}

/** Where there are no links yet, the page itself says how to add one. */
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
  search: LinkSearch
  links: readonly UserLink[]
  onSearch: (next: LinkSearch) => void
  onDo?: (doing: Doing) => void
}

function LinkTable({ search, links, onSearch, onDo }: LinkTableProps) {
  const t = useTexts(linkTexts)
  if (links.length === 0) return <EmptyState live drawing="search" title={t.links_none_found} />
  return (
    <Table
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
      sorting={{ key: search.sort ?? 'linkNm', direction: search.dir ?? 'asc' }}
      onSort={({ key, direction }) =>
        onSearch({
          ...(search.q === undefined ? {} : { q: search.q }),
          ...(key === 'linkUrlTxt' ? { sort: key } : {}),
          ...(direction === 'desc' ? { dir: direction } : {}),
        })
      }
      {...(onDo
        ? {
            actionsTitle: t.links_manage,
            actions: (link: UserLink) => (
              <span className={classes['actions']}>
                <IconButton
                  icon="pencil"
                  label={fill(t.link_edit, { name: link.linkNm })}
                  onClick={() => onDo({ what: 'edit', link })}
                />
                <IconButton
                  icon="trash"
                  label={fill(t.link_delete, { name: link.linkNm })}
                  onClick={() => onDo({ what: 'delete', link })}
                />
              </span>
            ),
          }
        : {})}
    />
  )
}

function DeleteModal({ link: { userLinkId, linkNm: name }, onClose }: { link: UserLink; onClose: () => void }) {
  const t = useTexts(linkTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.link_delete_title}
      confirmLabel={t.link_delete_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onConfirm={() => dropLink(uid, userLinkId)}
    >
      <p>{fill(t.link_delete_question, { name })}</p>
    </ConfirmModal>
  )
}
