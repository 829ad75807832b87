import { useState } from 'react'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import type { UserSection } from '@portico/contract/home/home.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useSignedIn } from '../../../api/session.ts'
import { type Texts, useTexts } from '../../../api/texts.ts'
import { arrange } from '../../../portal/home/announcement-list.ts'
import { AnnouncementBanners } from '../../../portal/home/AnnouncementBanners.tsx'
import { AnnouncementCards, AnnouncementSection } from '../../../portal/home/AnnouncementPanel.tsx'
import { ApplicationsSection } from '../../../portal/home/Applications.tsx'
import { HomeGreeting } from '../../../portal/home/HomeHeading.tsx'
import { HomeLayout } from '../../../portal/home/HomePage.tsx'
import { TileControls } from '../../../portal/home/TileControls.tsx'
import { TileGrid } from '../../../portal/home/TileGrid.tsx'
import { HeaderPicture } from '../../../portal/search/SignedInFrame.tsx'
import { BrandLogo } from '../../../shell/Logo.tsx'
import type { ShownBrand } from '../brand-form.ts'

interface HomePreviewProps extends Pick<ShownBrand, 'images'> {
  /** Of the person whose page it is; the administrator unless given. */
  firstName?: string
  /** A made-up one unless given. */
  announcement?: ShownAnnouncement
}

/** What a home page shows of an announcement. */
export type ShownAnnouncement = Pick<UserAnnouncement, 'titleText' | 'messageText' | 'type' | 'effectiveFromDt'>

/** The home page in a brand, with made-up tiles and an announcement. */
export function HomePreview({ images, firstName, announcement }: HomePreviewProps) {
  const { uid, firstName: ownName } = useSignedIn()
  const { home_applications: applications } = useTexts(homeTexts)
  const t = useTexts(brandingPageTexts)
  const [now] = useState(() => new Date())
  // One announcement has the same place in every width.
  const { pinned, panel } = arrange([announcementOf(announcement ?? sampleAnnouncement(t, now), now)], true)
  return (
    <>
      <HeaderPicture
        logo={<BrandLogo image={images.logoImage} forDark={images.logoDarkImage} />}
        firstName={firstName}
      />
      <HomeLayout
        heading={<HomeGreeting firstName={firstName ?? ownName} now={now} picture={images.homeImage} />}
        notices={<AnnouncementBanners all={pinned} onRead={ignore} onDismiss={ignore} />}
        applications={
          <ApplicationsSection
            controls={
              <TileControls view={{ sort: 'alphabetical', favoritesOnly: false, term: '' }} onChange={ignore} />
            }
          >
            <TileGrid
              uid={uid}
              now={now}
              label={applications}
              tiles={[t.brand_preview_tile, t.brand_preview_tile_two, t.brand_preview_tile_three].map(shownTile)}
              showsUse={false}
              leavesWithStar={false}
              openingId={null}
              onOpen={ignore}
              onChoose={ignore}
              onEmptied={ignore}
            />
          </ApplicationsSection>
        }
        announcements={
          <AnnouncementSection onReadAll={ignore}>
            {panel.length > 0 && <AnnouncementCards all={panel} onRead={ignore} onDismiss={ignore} />}
          </AnnouncementSection>
        }
      />
    </>
  )
}

const ignore = () => undefined

/** One transparent pixel, so that the tile shows its color. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Ids below 0 belong to no tile. */
const shownTile = (name: string, index: number) => ({
  tile: tileOf(name, -1 - index),
  match: { kind: 'name' as const },
})

const tileOf = (name: string, id: number): UserSection => ({
  sectionId: id,
  sectionNm: name,
  tileColor: null,
  tileImage: NO_PICTURE,
  userSectionDetails: { favoriteFlg: id === -1, lastAccessDt: null },
  userSectionPages: [
    {
      pageId: id,
      pageNm: name,
      systemId: id,
      ccPageLocationTxt: null,
      ccHelpPageLocationTxt: null,
      openInNewWindowFlg: false,
      linkEnabledFlg: true,
      ssoFlg: false,
      accountChoiceFlg: false,
      lastAccessDt: null,
      applicationSubLinks: [],
    },
  ],
})

const sampleAnnouncement = (t: Texts<typeof brandingPageTexts>, now: Date): ShownAnnouncement => ({
  titleText: t.brand_preview_announcement,
  messageText: t.brand_preview_announcement_text,
  type: 'Promotional',
  effectiveFromDt: now.toISOString().slice(0, 'yyyy-mm-dd'.length),
})

const announcementOf = (shown: ShownAnnouncement, now: Date): UserAnnouncement => ({
  userAnnouncementId: -1,
  announcementId: -1,
  displayFlg: true,
  effectiveToDt: null,
  recordAddDt: now,
  languageCd: null,
  ...shown,
})
