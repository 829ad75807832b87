import { getApplicationResources, getManifest } from '@portico/contract/sign-in.ts'
import { recordBuildVersion } from './build-version.ts'
import { call } from './call.ts'
import { query, queryClient } from './query.ts'
import { restoreSharedValues } from './session.ts'
import { overrideTexts } from './texts.ts'

/** Loads what every page needs from the server, without waiting; until then, or on failure, the defaults apply. */
export function loadTextsAndVersion(): void {
  void call(getApplicationResources).then(overrideTexts, () => undefined)
  void queryClient.fetchQuery({ ...query(getManifest), staleTime: Infinity }).then(
    ({ buildVersion }) => {
      if (recordBuildVersion(buildVersion)) restoreSharedValues()
    },
    () => undefined,
  )
}
