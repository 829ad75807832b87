import { areas } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'

const { audit, documents, links, overview, reports, users } = areas

/**
 * Calls whose answer may be some seconds behind what others have changed, so that a replica may give it: lists, exports,
 * the audit trail and the overview. Never what a change is decided on, what waits for a job, or where statements find by
 * grants, shares or rights in the database what the caller may see: that is read from the primary, in a call of these by
 * `onPrimary`. docs/operations.md names the kinds.
 */
export const laggingCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([
  overview.getOverview,
  users.listUsers,
  users.exportUsers,
  users.searchEmployers,
  areas['deleted-users'].listDeletedUsers,
  areas['deleted-users'].exportDeletedUsers,
  audit.listAuditEvents,
  audit.searchAuditUsers,
  audit.searchAuditClients,
  audit.exportAuditEvents,
  areas['access-requests'].listOwnAccessRequests,
  areas['enhancement-requests'].listEnhancementRequests,
  areas.catalog.listApplications,
  areas.catalog.listUserApplications,
  areas['catalog-systems'].listSystems,
  areas['catalog-sections'].listCatalogSections,
  areas['tile-access'].listTiles,
  areas['tile-access'].listTileUsers,
  areas['sso-mappings'].listSsoMappings,
  areas['resource-texts'].listResourceTexts,
  areas['announcement-admin'].listSystemAnnouncements,
  areas['announcement-audience'].readAnnouncementReaders,
  areas['announcement-audience'].listAnnouncementReaderClients,
  areas['announcement-audience'].listAnnouncementPersons,
  documents.listDocuments,
  documents.listTrash,
  documents.listDocumentVersions,
  documents.listShares,
  documents.listSharingUsers,
  links.listLinks,
  areas.session.listSignIns,
  reports.exportUserListReport,
  reports.exportAccessReport,
  reports.listReportSystems,
])
