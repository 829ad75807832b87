import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { getCurrentDefaultBranding } from '@portico/contract/branding/default-branding.ts'
import { listApplications } from '@portico/contract/catalog/catalog.ts'
import { listCatalogSections } from '@portico/contract/catalog/catalog-sections.ts'
import { listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { listSamlIdentityProviders } from '@portico/contract/federation/identity-providers.ts'
import { listJobSchedules } from '@portico/contract/jobs/jobs.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'
import { listPermissionSets } from '@portico/contract/permission-sets/permission-sets.ts'
import { getDirectoryAttributes } from '@portico/contract/scim/directory-attributes.ts'
import { listDirectoryGroups } from '@portico/contract/scim/directory-groups.ts'
import { listServiceAccounts } from '@portico/contract/service-accounts/service-accounts.ts'
import { listSignOnSystems } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { listSsoMappings } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { listResourceTexts } from '@portico/contract/texts/resource-texts.ts'
import { callsOf } from '@portico/contract/kit/reference-table.ts'
import { departments } from '@portico/contract/reference-data/reference-data.ts'
import { mayCall } from '../../http/admin-guard.ts'
import type { Caller } from '../../http/caller.ts'

/** Every category of static settings has the same guard. */
const ofStaticSettings = [callsOf(departments).list as Endpoint]

/** The calls by which screens list what files manage: callers who may make one of them see its marks. */
const listsOf: Readonly<Record<ManagedKind, readonly Endpoint[]>> = {
  clients: [listBrandedClients],
  brands: [listBrandedClients, getCurrentDefaultBranding],
  facilities: ofStaticSettings,
  departments: ofStaticSettings,
  smsCarriers: ofStaticSettings,
  internalDomains: ofStaticSettings,
  securityQuestions: ofStaticSettings,
  notificationTypes: ofStaticSettings,
  passwordRules: ofStaticSettings,
  classificationTypes: ofStaticSettings,
  classificationValues: ofStaticSettings,
  accountTypes: ofStaticSettings,
  entitlementReports: ofStaticSettings,
  sessionTimeouts: ofStaticSettings,
  systems: [listSystems],
  sections: [listCatalogSections],
  applications: [listApplications],
  permissionSets: [listPermissionSets],
  identityProviders: [listSamlIdentityProviders],
  singleSignOn: [listSignOnSystems],
  ssoMappings: [listSsoMappings],
  serviceAccounts: [listServiceAccounts],
  directoryGroups: [listDirectoryGroups],
  directoryAttributes: [getDirectoryAttributes],
  texts: [listResourceTexts],
  jobs: [listJobSchedules],
}

/** True where the caller may list what files of this list manage, as far as guards say; of which clients the scope says. */
export async function maySeeKind(kind: ManagedKind, caller: Caller): Promise<boolean> {
  for (const endpoint of listsOf[kind]) if (await mayCall(endpoint, caller)) return true
  return false
}
