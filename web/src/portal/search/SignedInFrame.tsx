import type { ReactNode } from 'react'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { HeaderBar } from '../../shell/Header.tsx'
import { Shell } from '../../shell/Shell.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { AnnouncementsBell } from '../home/AnnouncementsBell.tsx'
import { PortalSearch, SearchButton } from './PortalSearch.tsx'

/** The frame with its search and announcements. */
export const SignedInFrame = () => <Shell search={<PortalSearch />} bell={<AnnouncementsBell />} />

/** How the header looks with a logo, for a preview: search and announcements do nothing. */
export function HeaderPicture({ logo, firstName }: { logo: ReactNode; firstName: string | undefined }) {
  const { announcements_title: announcements } = useTexts(homeTexts)
  return (
    <HeaderBar
      logo={logo}
      firstName={firstName}
      search={<SearchButton />}
      bell={<IconButton label={announcements} icon="bell" tooltip={false} />}
    />
  )
}
