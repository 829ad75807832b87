import * as accessChanges from './access-changes/access-changes.ts'
import * as plannedHandOvers from './access-changes/planned-hand-overs.ts'
import * as accessHistory from './users/access-history.ts'
import * as accessRequests from './access-requests/access-requests.ts'
import * as accessReviews from './access-reviews/access-reviews.ts'
import * as erasures from './users/erasures.ts'
import * as handOver from './users/hand-over.ts'
import * as account from './account/account.ts'
import * as announcementAdmin from './announcements/announcement-admin.ts'
import * as announcementAudience from './announcements/announcement-audience.ts'
import * as announcements from './announcements/announcements.ts'
import * as audit from './audit/audit.ts'
import * as branding from './branding/branding.ts'
import * as catalog from './catalog/catalog.ts'
import * as catalogSections from './catalog/catalog-sections.ts'
import * as catalogSystems from './catalog/catalog-systems.ts'
import * as clientBranding from './branding/client-branding.ts'
import * as clientApplications from './clients/client-applications.ts'
import * as clientContacts from './clients/client-contacts.ts'
import * as clients from './clients/clients.ts'
import * as clientLog from './client-log/client-log.ts'
import * as companyDirectory from './directory/company-directory.ts'
import * as contact from './contact/contact.ts'
import * as deletedUsers from './users/deleted-users.ts'
import * as defaultBranding from './branding/default-branding.ts'
import * as directory from './directory/directory.ts'
import * as directoryAttributes from './scim/directory-attributes.ts'
import * as directoryGroupPlans from './scim/directory-group-plans.ts'
import * as directoryGroups from './scim/directory-groups.ts'
import * as directoryPeople from './scim/directory-people.ts'
import * as documents from './documents/documents.ts'
import * as hasDocuments from './documents/has-documents.ts'
import * as sharingClients from './documents/sharing-clients.ts'
import * as employerSettings from './reference-data/employer-settings.ts'
import * as emulation from './emulation/emulation.ts'
import * as enhancementRequests from './contact/enhancement-requests.ts'
import * as federation from './federation/federation.ts'
import * as files from './files/files.ts'
import * as home from './home/home.ts'
import * as humanCheck from './human-check/human-check.ts'
import * as identityProviders from './federation/identity-providers.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { isEndpoint } from './kit/endpoint.ts'
import * as jobs from './jobs/jobs.ts'
import * as licenses from './licenses/licenses.ts'
import * as links from './links/links.ts'
import * as logoutChain from './logout-chain/logout-chain.ts'
import * as mail from './mail/mail.ts'
import * as managedObjects from './managed-objects/managed-objects.ts'
import * as openidProvider from './openid-provider/openid-provider.ts'
import * as ownExport from './person-export/own-export.ts'
import * as permissionSets from './permission-sets/permission-sets.ts'
import * as personExport from './person-export/person-export.ts'
import * as overview from './overview/overview.ts'
import * as ownTexts from './texts/own-texts.ts'
import * as password from './password/password.ts'
import * as preferences from './preferences/preferences.ts'
import * as recentVisits from './preferences/recent-visits.ts'
import * as reauthentication from './reauthentication/reauthentication.ts'
import * as referenceData from './reference-data/reference-data.ts'
import * as referenceUses from './reference-data/reference-uses.ts'
import * as reports from './reports/reports.ts'
import * as resourceTexts from './texts/resource-texts.ts'
import * as search from './search/search.ts'
import * as secondFactor from './second-factor/second-factor.ts'
import * as session from './session/session.ts'
import * as signIn from './sign-in/sign-in.ts'
import * as serviceAccounts from './service-accounts/service-accounts.ts'
import * as signOnSettings from './sign-on-settings/sign-on-settings.ts'
import * as singleSignOn from './single-sign-on/single-sign-on.ts'
import * as ssoMappings from './sso-mappings/sso-mappings.ts'
import * as systemAccounts from './system-accounts/system-accounts.ts'
import * as tileAccess from './tile-access/tile-access.ts'
import * as tileImages from './home/tile-images.ts'
import * as events from './webhooks/events.ts'
import * as webhooks from './webhooks/webhooks.ts'
import * as userActions from './users/user-actions.ts'
import * as userCustomers from './customers/user-customers.ts'
import * as userCreation from './users/user-creation.ts'
import * as userImport from './user-import/user-import.ts'
import * as userOverview from './users/user-overview.ts'
import * as userProfile from './users/user-profile.ts'
import * as users from './users/users.ts'

/** Every area of the portal; routing, documentation and tests use this list. The browser never imports this file. */
export const areas = {
  'sign-in': signIn,
  'human-check': humanCheck,
  directory,
  federation,
  'identity-providers': identityProviders,
  'company-directory': companyDirectory,
  'second-factor': secondFactor,
  session,
  'logout-chain': logoutChain,
  reauthentication,
  password,
  account,
  contact,
  home,
  'single-sign-on': singleSignOn,
  'openid-provider': openidProvider,
  announcements,
  'announcement-admin': announcementAdmin,
  'announcement-audience': announcementAudience,
  documents,
  'has-documents': hasDocuments,
  'sharing-clients': sharingClients,
  links,
  preferences,
  'recent-visits': recentVisits,
  search,
  branding,
  'client-branding': clientBranding,
  'client-applications': clientApplications,
  'client-contacts': clientContacts,
  'directory-groups': directoryGroups,
  'directory-group-plans': directoryGroupPlans,
  'directory-attributes': directoryAttributes,
  'managed-objects': managedObjects,
  'directory-people': directoryPeople,
  'permission-sets': permissionSets,
  clients,
  'default-branding': defaultBranding,
  'tile-images': tileImages,
  files,
  'resource-texts': resourceTexts,
  licenses,
  'own-texts': ownTexts,
  'reference-data': referenceData,
  'employer-settings': employerSettings,
  'reference-uses': referenceUses,
  'sso-mappings': ssoMappings,
  'sign-on-settings': signOnSettings,
  'service-accounts': serviceAccounts,
  webhooks,
  events,
  catalog,
  'catalog-systems': catalogSystems,
  'catalog-sections': catalogSections,
  jobs,
  users,
  'deleted-users': deletedUsers,
  'user-actions': userActions,
  'user-customers': userCustomers,
  'user-creation': userCreation,
  'user-import': userImport,
  'user-profile': userProfile,
  'user-overview': userOverview,
  'access-history': accessHistory,
  'system-accounts': systemAccounts,
  emulation,
  'tile-access': tileAccess,
  'access-changes': accessChanges,
  'planned-hand-overs': plannedHandOvers,
  'access-requests': accessRequests,
  'access-reviews': accessReviews,
  'enhancement-requests': enhancementRequests,
  'hand-over': handOver,
  erasures,
  'own-export': ownExport,
  'person-export': personExport,
  reports,
  overview,
  audit,
  mail,
  'client-log': clientLog,
} as const

export type AreaName = keyof typeof areas

/** Endpoints of an area module by name. */
export type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] extends Endpoint
    ? Module[Name]
    : never
}

type Summaries<Module> = { readonly [Name in keyof EndpointsOf<Module>]: string }

/** Does not compile where an area has no summary of one of its calls. */
const summarized: { readonly [Area in AreaName]: { readonly summaries: Summaries<(typeof areas)[Area]> } } = areas

/** A call of an area, with the sentence that says what it does. */
export interface CallOfArea {
  area: AreaName
  exportName: string
  endpoint: Endpoint
  summary: string
}

/** All endpoints with the area they belong to. */
export function allEndpoints(): CallOfArea[] {
  return (Object.keys(areas) as AreaName[]).flatMap((area) => {
    const summaries: Readonly<Record<string, string>> = summarized[area].summaries
    return Object.entries(areas[area])
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([exportName, endpoint]) => ({ area, exportName, endpoint, summary: summaries[exportName] ?? '' }))
  })
}
