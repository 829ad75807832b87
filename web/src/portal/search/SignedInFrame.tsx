import { Shell } from '../../shell/Shell.tsx'
import { AnnouncementsBell } from '../home/AnnouncementsBell.tsx'
import { PortalSearch } from './PortalSearch.tsx'

/** The frame with search and announcements in its header. */
export const SignedInFrame = () => <Shell search={<PortalSearch />} bell={<AnnouncementsBell />} />
