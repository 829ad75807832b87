import type { Authority } from '../../http/caller.ts'

/** Portal administrators grant every system, others those of which they are administrators (decision E4). */
export const mayGrantSystem = ({ isPortalAdmin, adminSystemIds }: Authority, systemId: number): boolean =>
  isPortalAdmin || adminSystemIds.includes(systemId)
