import { useQuery } from '@tanstack/react-query'
import type { UserSection } from '@portico/contract/home/home.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import { type HomePreview, previewHome } from '@portico/contract/tile-access/tile-access.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import classes from './HomePreviewDrawer.module.css'
import { fullName } from '@portico/contract/users/full-name.ts'

interface HomePreviewDrawerProps {
  user: Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm'>
  onClose: () => void
}

/** The home of a user, without signing on as them: tiles with their pages, and announcements. */
export function HomePreviewDrawer({ user, onClose }: HomePreviewDrawerProps) {
  const t = useTexts(tileAccessTexts)
  const { uid } = useSignedIn()
  const name = fullName(user)
  // What the user sees is changed on other screens.
  const home = useQuery({ ...query(previewHome, { params: { uid, userId: user.userId } }), staleTime: 0, gcTime: 0 })
  return (
    <DetailDrawer title={formatMessage(t.home_preview_title, { name })} onClose={onClose}>
      <QueryContent query={home} failed={t.tile_access_open_failed}>
        {(data) => <Preview home={data} name={name} />}
      </QueryContent>
    </DetailDrawer>
  )
}

function Preview({ home: { sections, announcements }, name }: { home: HomePreview; name: string }) {
  const t = useTexts(tileAccessTexts)
  return (
    <div className={classes['content']}>
      <p>{formatMessage(t.home_preview_lead, { name })}</p>
      <h3>{t.home_preview_tiles}</h3>
      {sections.length === 0 ? (
        <p>{formatMessage(t.home_preview_no_tiles, { name })}</p>
      ) : (
        <ul className={classes['tiles']} aria-label={t.home_preview_tiles}>
          {sections.map((tile) => (
            <PreviewTile key={tile.sectionId} tile={tile} />
          ))}
        </ul>
      )}
      <h3>{t.home_preview_announcements}</h3>
      {announcements.length === 0 ? (
        <p>{formatMessage(t.home_preview_no_announcements, { name })}</p>
      ) : (
        <ul className={classes['announcements']} aria-label={t.home_preview_announcements}>
          {announcements.map(({ announcementId, titleText, languageCd }) => (
            <li key={announcementId} lang={languageCd ?? undefined}>
              {titleText}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PreviewTile({ tile: { sectionNm, tileImage, userSectionPages } }: { tile: UserSection }) {
  const t = useTexts(tileAccessTexts)
  const names = userSectionPages.map(({ pageNm: page, linkEnabledFlg }) =>
    linkEnabledFlg ? page : formatMessage(t.home_preview_unavailable, { page }),
  )
  return (
    <li className={classes['tile']}>
      <img className={classes['image']} src={tileImage} alt="" width={400} height={200} decoding="async" />
      <strong>{sectionNm}</strong>
      <span className={classes['pages']}>{names.join(', ')}</span>
    </li>
  )
}
