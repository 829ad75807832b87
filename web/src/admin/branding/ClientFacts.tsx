import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ClientFacts as Facts } from '@portico/contract/branding/client-branding.ts'
import { sessionTimeouts } from '@portico/contract/reference-data/employer-settings.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { linkTo } from '../../patterns/link-to.ts'
import { formatNumber } from '../../ui/format.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { identityProviders } from '../identity-providers/screen.ts'
import { staticSettings } from '../reference-data/screen.ts'
import { resourceTexts } from '../resource-texts/screen.ts'
import { userAdministration } from '../users/screen.ts'
import classes from './Branding.module.css'
import { clientFactsQuery } from './branding-queries.ts'

/** What else the portal has of a client, each fact with the screen that changes it. */
export function ClientFacts({ uid, clientId }: { uid: number; clientId: number }) {
  const t = useTexts(brandingPageTexts)
  const isPhone = usePhone()
  const facts = useSuspenseQuery(clientFactsQuery(uid, clientId)).data
  const shown = [...factsOfUsers(facts, clientId, t), ...factsOfSignIn(facts, clientId, t), ...factsOfNews(facts, t)]
  if (shown.length === 0) return null
  const list = (
    <dl className={classes['facts']}>
      {shown.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <section aria-label={t.client_facts}>
      {/* Above every tab: on a phone it would fill the first screen of each. */}
      {isPhone ? (
        <details className={classes['folded']}>
          <summary>{t.client_facts}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  )
}

type Words = Texts<typeof brandingPageTexts>

interface Fact {
  title: string
  value: ReactNode
}

const factsOfUsers = ({ users }: Facts, clientId: number, t: Words): Fact[] =>
  users === null
    ? []
    : [
        {
          title: t.client_facts_people,
          value: (
            <Link {...linkTo(userAdministration.link(), { employer: clientId })}>
              {formatMessage(t.client_facts_people_count, { active: users.activeCnt, inactive: users.inactiveCnt })}
            </Link>
          ),
        },
      ]

function factsOfSignIn({ signIn }: Facts, clientId: number, t: Words): Fact[] {
  if (signIn === null) return []
  const { providerNm, timeoutMinutesCnt, textCnt } = signIn
  return [
    {
      title: t.client_facts_provider,
      value: <Link to={identityProviders.link()}>{providerNm ?? t.client_facts_no_provider}</Link>,
    },
    { title: t.client_facts_domains, value: domainsInWords(signIn, t) },
    {
      title: t.client_facts_timeout,
      value: (
        <Link {...linkTo(staticSettings.link(), { category: sessionTimeouts.path })}>
          {timeoutMinutesCnt === null
            ? t.client_facts_timeout_default
            : formatMessage(t.client_facts_minutes, { count: timeoutMinutesCnt })}
        </Link>
      ),
    },
    {
      title: t.client_facts_texts,
      value: <Link {...linkTo(resourceTexts.link(), { client: clientId })}>{formatNumber(textCnt)}</Link>,
    },
  ]
}

function domainsInWords({ domains, domainCnt }: NonNullable<Facts['signIn']>, t: Words): string {
  if (domainCnt === 0) return t.client_facts_no_domains
  const named = domains.join(', ')
  const count = domainCnt - domains.length
  return count === 0 ? named : formatMessage(t.client_facts_domains_more, { domains: named, count })
}

const factsOfNews = ({ announcementCnt }: Facts, t: Words): Fact[] =>
  announcementCnt === null
    ? []
    : [
        {
          title: t.client_facts_announcements,
          value: formatNumber(announcementCnt),
        },
      ]
