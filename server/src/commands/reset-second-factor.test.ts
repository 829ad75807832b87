import { listSections } from '@portico/contract/home.ts'
import { describe, expect, test } from 'vitest'
import { openSession } from '../../test/guards/people.ts'
import { commandDesk } from '../../test/command.ts'
import { giveApp } from '../areas/second-factor/test/authenticator-app.ts'
import { resetSecondFactorCommand } from './reset-second-factor.ts'

const desk = commandDesk()

describe('the operator whose administrator lost the phone (S20)', () => {
  test('removes the second factor by the user ID, in any case; he enrols anew, is told by mail, and it is audited', async () => {
    const user = await desk.portal.make.user({ user_name: 'lost.phone', second_factor_required: true })
    await giveApp(desk.portal, user)
    const browser = await openSession(desk.portal, user)
    await resetSecondFactorCommand([' Lost.Phone '])
    expect(desk.said).toBe('The second factor of lost.phone is removed and the sessions are ended.\n')
    expect((await browser.ask(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect((await desk.portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
    expect(await desk.portal.owner("select template, fields ->> 'change' as change from outbox_mails")).toEqual([
      { template: 'second-factor-changed', change: 'factor_reset_by_administrator' },
    ])
    expect(
      await desk.portal.owner(
        "select actor_user_id, after ->> 'by' as by from audit_events where event = 'authz_admin'",
      ),
    ).toEqual([{ actor_user_id: null, by: 'operator' }])
  })

  test('is told where there was none', async () => {
    const user = await desk.portal.make.user()
    await resetSecondFactorCommand([user.userName])
    expect(desk.said).toBe(`${user.userName} had no second factor; the sessions are ended.\n`)
  })

  test('who mistypes the name changes nothing and is told so', async () => {
    await expect(resetSecondFactorCommand(['nobody.at.all'])).rejects.toThrow('There is no user nobody.at.all.')
    expect(desk.said).toBe('')
  })

  test.each([[[]], [['--all']], [['one', 'two']]])('who types %j reads how it is called', async (args) => {
    await expect(resetSecondFactorCommand(args)).rejects.toThrow('Usage: npm run portal -- reset-second-factor')
  })
})
