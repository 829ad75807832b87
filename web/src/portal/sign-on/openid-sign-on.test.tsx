import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { completeOpenIdSignOn } from '@portico/contract/openid-provider/openid-provider.ts'
import { answer, answerWith, failToConnect, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { paths } from '../../paths.ts'

const page = paths.openIdSignOn('V1StGXR8Z5jdHi6BmyT0n')
const returnUrl = 'https://archive.example.test/callback?code=c'
const completed = { applicationNm: 'Archive', permissionFlg: true, returnUrl }

let leave: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  answerFrame()
  leave = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  signInAs()
})

test('an application that asks who I am gets me back at once, by one answer', async () => {
  answer(completeOpenIdSignOn, completed)
  renderPage(page)
  await waitFor(() => expect(leave).toHaveBeenCalledWith(returnUrl))
  expect(requestsTo(completeOpenIdSignOn)).toHaveLength(1)
})

test('without access I read so, and return to the application or go to the portal', async () => {
  const back = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  answer(completeOpenIdSignOn, { ...completed, permissionFlg: false })
  const { person } = renderPage(page)
  await screen.findByText('You don’t have access to Archive. Ask your administrator if you need it.')
  expect(leave).not.toHaveBeenCalled()
  screen.getByRole('link', { name: 'Go to the portal' })
  await person.click(screen.getByRole('button', { name: 'Return to Archive' }))
  expect(back).toHaveBeenCalledWith(returnUrl)
})

test('a request that expired says so', async () => {
  answerWith(completeOpenIdSignOn, { code: '404', data: null, message: '' })
  renderPage(page)
  await screen.findByText(/^This request expired, was already used, or began in another browser/)
})

test('a portal that cannot be reached says so', async () => {
  failToConnect(completeOpenIdSignOn)
  renderPage(page)
  await screen.findByText('We can’t reach the portal. Check your network connection and try again.')
})
