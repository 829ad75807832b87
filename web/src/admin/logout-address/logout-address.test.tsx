import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getSystem, updateSystem } from '@portico/contract/catalog/catalog-systems.ts'
import { beginLogoutChain } from '@portico/contract/logout-chain/logout-chain.ts'
import { getSignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerCatalog, payments } from '../../../test/catalog.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { endsLogoutTrial } from '../../api/logout-trial.ts'
// Loaded with the tests, so that the first test does not wait for it.
import '../application-settings/EditSystemPage.tsx'

const followed = 'https://payments.example/logout'
const system = { ...payments, browserLogoutUrl: 'https://payments.example/logout', logoutFollowedUrlTxt: followed }

let opened: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  opened = vi.spyOn(window, 'open').mockReturnValue(null)
  answerCatalog()
  answer(getSystem, system)
  answer(updateSystem, system, { message: 'The system has been successfully saved' })
})

async function atSystem() {
  const page = renderPage('/content-authenticated/administration/application-settings/system/102')
  await screen.findByRole('heading', { name: 'Edit system', level: 1 })
  return { ...page, field: await screen.findByLabelText<HTMLInputElement>('Logout address') }
}
const tryIt = () => screen.getByRole('button', { name: 'Try it' })
/** What the window of the trial does when the application sends the browser back to the portal. */
const comeBack = (app: string) =>
  act(() => {
    expect(endsLogoutTrial(app)).toBe(true)
    dispatchEvent(new StorageEvent('storage', { key: 'logoutTrial' }))
  })

describe('the logout address of a system', () => {
  test('is explained with its placeholder, its possible beginnings and the way back (LOUT-016)', async () => {
    await atSystem()
    screen.getByText(/In the place of \{host\} stands the host of the portal/)
    screen.getByText(/begins with one of: https:\/\/portal\.example, https:\/\/payments\.example\./)
    expect(document.body.textContent).toContain('must send the browser to https://portal.example/logout?app=PAY')
    expect(document.body.textContent).toContain('A sign-out opens https://payments.example/logout')
  })

  test('is saved with the system, and removed by an empty field', async () => {
    const { person, field } = await atSystem()
    await person.clear(field)
    await person.type(field, 'https://{{host}/out')
    await person.click(screen.getByRole('button', { name: 'Save system' }))
    await screen.findByText('The system has been successfully saved')
    expect(requestsTo(updateSystem)[0]?.body).toMatchObject({ browserLogoutUrl: 'https://{host}/out', version: 4 })
    await person.clear(field)
    await person.click(screen.getByRole('button', { name: 'Save system' }))
    expect(requestsTo(updateSystem)[1]?.body).toMatchObject({ browserLogoutUrl: '' })
  })

  test('with a misspelt placeholder is refused at its field, which names the placeholder and those that exist', async () => {
    const sentence = '{hots} isn’t a placeholder. You can use: {host}, ${HOST}'
    refuse(updateSystem, 422, sentence, [{ field: 'browserLogoutUrl', message: sentence }])
    const { person, field } = await atSystem()
    await person.clear(field)
    await person.type(field, '/out?from={{hots}')
    await person.click(screen.getByRole('button', { name: 'Save system' }))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
  })

  test('is tried in a window of its own, and the result says how long the application took', async () => {
    const { person } = await atSystem()
    await person.click(tryIt())
    expect(opened).toHaveBeenCalledWith(followed, '_blank', 'noopener')
    await screen.findByText('Waiting for the application to send the browser back…')
    comeBack('PAY')
    await screen.findByText(/^It works: the application sent the browser back after [\d.]+ s\.$/)
    // The next return is one of a real sign-out.
    expect(endsLogoutTrial('PAY')).toBe(false)
  })

  test('may be answered with the number of the system, and not with any other name', async () => {
    const { person } = await atSystem()
    await person.click(tryIt())
    comeBack('102')
    await screen.findByText(/^It works/)
    await person.click(tryIt())
    comeBack('PAYMENTS')
    await screen.findByText(/with app=PAYMENTS, but the portal expects app=PAY\./)
  })

  test('that gets no answer is said so after five seconds, as in a sign-out', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
    try {
      const { person } = await atSystem()
      await person.click(tryIt())
      await screen.findByText(/hasn’t sent the browser back after 5 seconds/)
      comeBack('PAY')
      await screen.findByText(/sent the browser back, but only after [\d.]+ s\. A sign-out waits for 5 seconds/)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not tried before it is saved', async () => {
    const { person, field } = await atSystem()
    await person.type(field, '?all=1')
    await person.click(tryIt())
    expect(opened).not.toHaveBeenCalled()
    expect(tryIt().getAttribute('aria-disabled')).toBe('true')
  })

  test('that the application has lost is not tried, and the reason is said', async () => {
    answer(getSystem, { ...system, logoutFollowedUrlTxt: null })
    const { person } = await atSystem()
    screen.getByText(/A sign-out doesn’t open this address any more/)
    await person.click(tryIt())
    expect(opened).not.toHaveBeenCalled()
  })
})

test('in the window of a trial an administrator stays signed in (LOUT-010)', async () => {
  const { person } = await atSystem()
  await person.click(tryIt())
  renderPage('/logout?app=PAY')
  await screen.findByRole('heading', { name: 'The application sent the browser back' })
  expect(requestsTo(beginLogoutChain)).toHaveLength(0)
  expect(requestsTo(getSignOnSettings)).toHaveLength(0)
})
