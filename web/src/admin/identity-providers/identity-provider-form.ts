import * as z from 'zod/mini'
import { ATTRIBUTE_NAME, type SamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { day, optionalText, patternText, requiredText, webAddress } from '../../patterns/field-schemas.ts'
import { dayOf, endOfDay } from '../../ui/day-bounds.ts'

const METADATA_MAX = 200_000

const fields = {
  samlIdentityProviderNm: requiredText(200),
  signOutUrlTxt: webAddress(),
  prevCertExpireDt: day(),
  emailAttributeNm: patternText(ATTRIBUTE_NAME, 250),
  firstNmAttributeNm: patternText(ATTRIBUTE_NAME, 250),
  lastNmAttributeNm: patternText(ATTRIBUTE_NAME, 250),
}

/** Field names of the call, so that its errors find their fields. */
export const newProvider = z.object({ ...fields, metadataTxt: requiredText(METADATA_MAX) })
export const knownProvider = z.object({ ...fields, metadataTxt: optionalText(METADATA_MAX) })
export type ProviderFields = z.output<typeof knownProvider>

const dayOrNone = (moment: Date | null | undefined) => (moment ? dayOf(moment) : '')

export const providerFieldsOf = (provider: SamlIdentityProvider | null): ProviderFields => ({
  samlIdentityProviderNm: provider?.samlIdentityProviderNm ?? '',
  metadataTxt: '',
  signOutUrlTxt: provider?.signOutUrlTxt ?? '',
  prevCertExpireDt: dayOrNone(provider?.prevCertExpireDt),
  emailAttributeNm: provider?.emailAttributeNm ?? '',
  firstNmAttributeNm: provider?.firstNmAttributeNm ?? '',
  lastNmAttributeNm: provider?.lastNmAttributeNm ?? '',
})

const orNull = (text: string) => (text === '' ? null : text)

/**
 * The request body; the end of the former certificate only if the user changed it, or new metadata would not set it.
 */
export function providerChange(provider: SamlIdentityProvider | null, values: ProviderFields) {
  const { metadataTxt, prevCertExpireDt, ...rest } = values
  const hasNewEnd = provider !== null && prevCertExpireDt !== dayOrNone(provider.prevCertExpireDt)
  return {
    ...(provider && { samlIdentityProviderId: provider.samlIdentityProviderId, version: provider.version }),
    samlIdentityProviderNm: rest.samlIdentityProviderNm,
    signOutUrlTxt: orNull(rest.signOutUrlTxt),
    emailAttributeNm: orNull(rest.emailAttributeNm),
    firstNmAttributeNm: orNull(rest.firstNmAttributeNm),
    lastNmAttributeNm: orNull(rest.lastNmAttributeNm),
    ...(metadataTxt !== '' && { metadataTxt }),
    ...(hasNewEnd && { prevCertExpireDt: prevCertExpireDt === '' ? null : endOfDay(prevCertExpireDt) }),
  }
}
