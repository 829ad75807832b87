import type { ConfigurationKind } from '../configuration-kind.ts'
import { brandKind } from './brand-kind.ts'
import { applicationKind, sectionKind, systemKind } from './catalog-kinds.ts'
import { clientKind } from './client-kind.ts'
import { directoryAttributeKind } from './directory-attribute-kind.ts'
import { directoryGroupKind } from './directory-group-kind.ts'
import { identityProviderKind } from './identity-provider-kind.ts'
import { jobKind, textKind } from './operation-kinds.ts'
import { permissionSetKind } from './permission-set-kind.ts'
import { referenceKinds } from './reference-kinds.ts'
import { serviceAccountKind } from './service-account-kind.ts'
import { signOnKind } from './sign-on-kind.ts'
import { ssoMappingKind } from './sso-mapping-kind.ts'

const {
  departments,
  facilities,
  smsCarriers,
  internalDomains,
  securityQuestions,
  notificationTypes,
  passwordRules,
  classificationTypes,
  classificationValues,
  accountTypes,
  entitlementReports,
  sessionTimeouts,
} = referenceKinds as Record<string, ConfigurationKind>

/** Every kind that files describe, each after those that it refers to. */
export const configurationKinds: readonly ConfigurationKind[] = [
  clientKind,
  brandKind,
  facilities,
  departments,
  smsCarriers,
  internalDomains,
  securityQuestions,
  notificationTypes,
  passwordRules,
  classificationTypes,
  classificationValues,
  systemKind,
  sectionKind,
  applicationKind,
  accountTypes,
  entitlementReports,
  sessionTimeouts,
  permissionSetKind,
  identityProviderKind,
  signOnKind,
  ssoMappingKind,
  serviceAccountKind,
  directoryGroupKind,
  directoryAttributeKind,
  textKind,
  jobKind,
].filter((kind) => kind !== undefined)
