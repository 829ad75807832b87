import { waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getWaiting, type WaitingKind } from '@portico/contract/overview/overview.ts'
import { answer, requestsTo } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { queryClient } from '../api/query.ts'
import { watchWaiting } from './waiting-counts.ts'

/** The call whose answer shows what waits. */
const listOf: Readonly<Record<WaitingKind, string>> = {
  accessRequests: 'listAccessRequests',
  accessReviews: 'listAccessReviews',
  announcements: 'listSystemAnnouncements',
  lockedUsers: 'listUsers',
  endingAccess: 'listUsers',
  stoppedChanges: 'listAccessChanges',
  failedMails: 'listUndeliveredMails',
  failedJobs: 'listJobSchedules',
  endingCertificates: 'listSamlIdentityProviders',
  auditTrail: 'getAuditVerification',
}

beforeEach(() => {
  answer(getWaiting, [])
  signInAs()
})

function watch() {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  watchWaiting(7, () => undefined, stop.signal)
  return stop
}
const counted = (times: number) => waitFor(() => expect(requestsTo(getWaiting)).toHaveLength(times))
async function change(list: string) {
  queryClient.setQueryData([list, 'opened before'], null)
  await queryClient.invalidateQueries({ queryKey: [list] })
}

test.each(Object.entries(listOf))('%s are counted again after %s has changed', async (_kind, list) => {
  watch()
  await counted(1)
  await change(list)
  await counted(2)
})

test('nothing is counted after a change of something else, or once nobody looks', async () => {
  const stop = watch()
  await counted(1)
  await change('listLinks')
  stop.abort()
  await change('listUsers')
  await counted(1)
})
