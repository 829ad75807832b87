import { getApplicationResources, getManifest } from '@portico/contract/sign-in.ts'
import { noteBuildVersion } from './build-version.ts'
import { call } from './call.ts'
import { query, queryClient } from './query.ts'
import { restoreSharedValues } from './session.ts'
import { reword } from './texts.ts'

/** What every page learns from the server without waiting for it. The defaults serve until then, or instead. */
export function learnFromServer(): void {
  void call(getApplicationResources).then(reword, () => undefined)
  void queryClient.fetchQuery({ ...query(getManifest), staleTime: Infinity }).then(
    ({ buildVersion }) => {
      if (noteBuildVersion(buildVersion)) restoreSharedValues()
    },
    () => undefined,
  )
}
