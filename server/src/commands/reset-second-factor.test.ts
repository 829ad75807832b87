import { listSections } from '@portico/contract/home/home.ts'
import { describe, expect, test } from 'vitest'
import { openSession } from '../../test/guards/people.ts'
import { commandRunner } from '../../test/command.ts'
import { giveApp } from '../areas/second-factor/test/authenticator-app.ts'
import { resetSecondFactorCommand } from './reset-second-factor.ts'

const commands = commandRunner()

describe('the operator whose administrator lost the phone (S20)', () => {
  test('removes the second factor by the user ID, in any case; the user enrolls again and is notified by email, and it is audited', async () => {
    const user = await commands.portal.make.user({ user_name: 'lost.phone', second_factor_required: true })
    await giveApp(commands.portal, user)
    const browser = await openSession(commands.portal, user)
    await resetSecondFactorCommand([' Lost.Phone '])
    expect(commands.output).toBe('The second factor of lost.phone is removed and the sessions are ended.\n')
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect((await commands.portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
    expect(await commands.portal.owner("select template, fields ->> 'change' as change from outbox_mails")).toEqual([
      { template: 'second-factor-changed', change: 'factor_reset_by_administrator' },
    ])
    expect(
      await commands.portal.owner(
        "select actor_user_id, after ->> 'by' as by from audit_events where event = 'authz_admin'",
      ),
    ).toEqual([{ actor_user_id: null, by: 'operator' }])
  })

  test('learns that there was none', async () => {
    const user = await commands.portal.make.user()
    const browser = await openSession(commands.portal, user)
    await resetSecondFactorCommand([user.userName])
    expect(commands.output).toBe(`${user.userName} has no second factor; nothing was changed.\n`)
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(200)
    expect(await commands.portal.owner('select from audit_events where subject_user_id = $1', [user.id])).toEqual([])
  })

  test('mistypes the name: nothing changes, and the error says so', async () => {
    await expect(resetSecondFactorCommand(['nobody.at.all'])).rejects.toThrow('There is no user nobody.at.all.')
    expect(commands.output).toBe('')
  })

  test.each([[[]], [['--all']], [['one', 'two']]])('enters %j and reads the usage', async (args) => {
    await expect(resetSecondFactorCommand(args)).rejects.toThrow('Usage: npm run portal -- reset-second-factor')
  })
})
