import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import classes from './AccountMenu.module.css'
import { LazyMenuButton } from './LazyMenuButton.tsx'
import { signOutOfAll } from './sign-out.ts'
import { lazyDialog } from '../patterns/lazy-part.tsx'

const RecentMessages = lazyDialog(() => import('../ui/RecentMessages.tsx').then((module) => module.RecentMessages))

const appearances = [
  { scheme: 'auto', text: 'theme_system', icon: 'system' },
  { scheme: 'light', text: 'theme_light', icon: 'sun' },
  { scheme: 'dark', text: 'theme_dark', icon: 'moon' },
] as const

/** The signed-in user's menu: name, messages that were shown, appearance and sign-out; with another name in the preview of a person's page. */
export function AccountMenu({ firstName }: { firstName: string | undefined }) {
  const t = useTexts(generalTexts)
  const { menu_contact_us: contactUs } = useTexts(shellTexts)
  const { firstName: ownName, userName } = useSignedIn()
  const name = firstName ?? ownName
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [showsMessages, setShowsMessages] = useState(false)
  const menu = (
    <LazyMenuButton
      label={t.menu_account}
      groups={[
        {
          title: userName,
          entries: [
            {
              label: t.menu_account_settings,
              icon: 'settings',
              onSelect: () => void navigate({ to: paths.accountSettings() }),
            },
            {
              label: t.menu_documents,
              icon: 'document',
              onSelect: () => void navigate({ to: paths.documentLibrary() }),
            },
            { label: t.menu_links, icon: 'link', onSelect: () => void navigate({ to: paths.myLinks() }) },
            { label: t.menu_recent_messages, icon: 'clock', onSelect: () => setShowsMessages(true) },
            { label: contactUs, icon: 'mail', onSelect: () => void navigate({ to: paths.contactUs() }) },
            {
              label: t.menu_sign_out,
              icon: 'signOut',
              onSelect: () => void signOutOfAll(() => void navigate({ to: paths.logout() })),
            },
          ],
        },
        {
          title: t.menu_theme,
          entries: appearances.map(({ scheme, text, icon }) => ({
            label: t[text],
            icon,
            chosen: colorScheme === scheme,
            onSelect: () => setColorScheme(scheme),
          })),
        },
      ]}
    >
      <span className={classes['initial']} aria-hidden="true">
        {name.charAt(0)}
      </span>
      <span className={classes['name']}>{name}</span>
    </LazyMenuButton>
  )
  return (
    <>
      {menu}
      {showsMessages && (
        <RecentMessages
          opened
          onClose={() => setShowsMessages(false)}
          title={t.menu_recent_messages}
          emptyText={t.recent_messages_none}
        />
      )}
    </>
  )
}
