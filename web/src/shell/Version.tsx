import { useQuery } from '@tanstack/react-query'
import { getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { query } from '../api/query.ts'
import { useTexts } from '../api/texts.ts'

/** The version of the running build (UIGN-006). */
export function Version() {
  const t = useTexts(generalTexts)
  const manifest = useQuery({ ...query(getManifest), staleTime: Infinity }).data
  return (
    <span>
      {t.footer_version} {manifest?.buildVersion ?? '…'}
    </span>
  )
}
