import { UnstyledButton } from '@mantine/core'
import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import classes from './PagesModal.module.css'

interface PagesModalProps {
  tile: UserSection
  onOpen: (page: UserSectionPage) => void
  onClose: () => void
}

/** The pages of one tile, with the search items of each (HOME-007). */
export function PagesModal({ tile, onOpen, onClose }: PagesModalProps) {
  const { close } = useTexts(generalTexts)
  const t = useTexts(homeTexts)
  const first = tile.userSectionPages.find((page) => page.linkEnabledFlg)
  return (
    <Modal opened onClose={onClose} title={tile.sectionNm} closeLabel={close}>
      <p className={classes['hint']}>{t.home_pages_title}</p>
      <ul className={classes['pages']}>
        {tile.userSectionPages.map((page) => (
          <PageRow key={page.pageId} page={page} isFirst={page === first} onOpen={() => onOpen(page)} />
        ))}
      </ul>
    </Modal>
  )
}

interface PageRowProps {
  page: UserSectionPage
  /** The first available page; the dialog focuses it. */
  isFirst: boolean
  onOpen: () => void
}

function PageRow({ page, isFirst, onOpen }: PageRowProps) {
  const t = useTexts(homeTexts)
  const own = useTexts(homePageTexts)
  const help = page.ccHelpPageLocationTxt === null ? null : safeLink(page.ccHelpPageLocationTxt)
  const unavailable = !page.linkEnabledFlg
  return (
    <li className={classes['page']}>
      <UnstyledButton
        className={classes['open']}
        data-autofocus={isFirst || undefined}
        aria-disabled={unavailable || undefined}
        onClick={unavailable ? undefined : onOpen}
      >
        <span className={classes['words']}>
          <span className={classes['name']}>{page.pageNm}</span>
          {unavailable && <span className={classes['state']}>{t.tile_unavailable}</span>}
          {page.applicationSubLinks.length > 0 && (
            <span className={classes['state']}>
              {page.applicationSubLinks.map((item) => item.sublinkNm).join(' · ')}
            </span>
          )}
        </span>
        <Icon name={unavailable ? 'lock' : page.openInNewWindowFlg ? 'external' : 'chevronRight'} size={16} />
      </UnstyledButton>
      {help && (
        <a
          className={classes['help']}
          href={help.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={formatMessage(own.page_help, { name: page.pageNm })}
        >
          <Icon name="help" />
        </a>
      )}
    </li>
  )
}
