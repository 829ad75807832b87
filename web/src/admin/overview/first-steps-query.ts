import { listFirstSteps } from '@portico/contract/overview/overview.ts'
import { query, queryClient } from '../../api/query.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'

export const firstStepsQuery = (uid: number) => query(listFirstSteps, { params: { uid } })

/** Whether the administrator is shown first steps, which are for who may change settings. */
export const hasFirstSteps = (pages: readonly { pageNm: string }[]): boolean =>
  pages.some(({ pageNm }) => pageNm === 'Database Maintenance')

/** For the loader of the overview: nothing moves when they come. Where they fail, their place says so. */
export async function loadFirstSteps(uid: number): Promise<void> {
  if (hasFirstSteps(await queryClient.ensureQueryData(adminMenuQuery(uid))))
    await queryClient.prefetchQuery(firstStepsQuery(uid))
}
