import { getApplicationResources, getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { recordBuildVersion } from './build-version.ts'
import { call } from './call.ts'
import { query, queryClient } from './query.ts'
import { restoreSharedValues } from './session.ts'
import { currentLanguage, overrideTexts } from './texts.ts'

/** Loads the texts of the page's language. Until then, or on failure, those apply that the application was built with. */
export const loadTexts = (): Promise<void> =>
  call(getApplicationResources, { query: { language: currentLanguage() } }).then(overrideTexts, () => undefined)

/** Notes the version that the server runs. */
export function loadVersion(): void {
  void queryClient.fetchQuery({ ...query(getManifest), staleTime: Infinity }).then(
    ({ buildVersion }) => {
      if (recordBuildVersion(buildVersion)) restoreSharedValues()
    },
    () => undefined,
  )
}
