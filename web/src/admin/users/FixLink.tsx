import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { TileGate } from '@portico/contract/tile-access/tile-access.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { applicationSearch } from '../application-search/screen.ts'
import { applicationPage } from '../application/screen.ts'
import { editSection } from '../application-settings/screen.ts'
import { userProfile } from '../user-profile/screen.ts'

interface Subject {
  userId: number
  tileId: number
  pageId: number
}

interface Fix {
  label: `tile_access_fix_${'details' | 'permissions' | 'facilities' | 'tile' | 'page' | 'application'}`
  /** The page of the portal's own system that opens the screen. */
  page: AdminPage
  address: (subject: Subject) => string
}

const profile = (tab: 'userDetails' | 'permissions' | 'customerAssignment', label: Fix['label']): Fix => ({
  label,
  page: 'User Administration',
  address: ({ userId }) => userProfile.link({ userId, tabName: tab }),
})

const catalog = (label: Fix['label'], address: Fix['address']): Fix => ({
  label,
  page: 'Application Settings',
  address,
})

/** Where a gate that fails is fixed. */
const fixes: Readonly<Record<TileGate, Fix>> = {
  USER_ACTIVE: profile('userDetails', 'tile_access_fix_details'),
  TILE_DISPLAYED: catalog('tile_access_fix_tile', ({ tileId }) => editSection.link({ sectionId: tileId })),
  PAGE_DISPLAYED: catalog('tile_access_fix_page', ({ pageId }) => applicationPage.link({ pageId, tabName: 'details' })),
  APPLICATION_ACTIVE: catalog('tile_access_fix_application', () => applicationSearch.link()),
  INTERNAL_ONLY: profile('userDetails', 'tile_access_fix_details'),
  APPLICATION_GRANTED: profile('permissions', 'tile_access_fix_permissions'),
  FACILITY_GRANTED: profile('customerAssignment', 'tile_access_fix_facilities'),
  PAGE_GRANTED: profile('permissions', 'tile_access_fix_permissions'),
  ADMIN_ACCESS: profile('permissions', 'tile_access_fix_permissions'),
}

/** A link to where a gate is fixed, for administrators who may open that screen. */
export function FixLink({ gateCd, subject }: { gateCd: TileGate; subject: Subject }) {
  const t = useTexts(tileAccessTexts)
  const { uid } = useSignedIn()
  const { data: pages } = useSuspenseQuery(adminMenuQuery(uid))
  const { label, page, address } = fixes[gateCd]
  if (!pages.some(({ pageNm }) => pageNm === page)) return null
  return (
    <>
      {' '}
      <Link to={address(subject)}>{t[label]}</Link>
    </>
  )
}
