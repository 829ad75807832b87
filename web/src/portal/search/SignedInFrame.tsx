import { Shell } from '../../shell/Shell.tsx'
import { PortalSearch } from './PortalSearch.tsx'

/** The frame with the search of the whole portal in its header. */
export const SignedInFrame = () => <Shell search={<PortalSearch />} />
