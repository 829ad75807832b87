import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { homeBackgroundQuery } from '../../shell/brand-queries.ts'
import { formatLongDay } from '../../ui/format.ts'
import { greetingKey } from './greeting.ts'
import classes from './HomeHeading.module.css'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'

interface GreetingProps {
  ref?: Ref<HTMLHeadingElement>
  firstName: string
  now: Date
}

/** The heading of the home page with the user's brand. */
export function HomeHeading({ uid, ...greeting }: GreetingProps & { uid: number }) {
  const background = useQuery(homeBackgroundQuery(uid)).data
  return <HomeGreeting {...greeting} picture={background?.url ?? background?.image ?? null} />
}

/** Greeting and date over the brand's image, which leaves space for the text. */
export function HomeGreeting({ ref, firstName, now, picture }: GreetingProps & { picture: string | null }) {
  const page = useTexts(homePageTexts)
  return (
    <header className={classes['heading']} data-pictured={picture ? true : undefined}>
      {picture && <img className={classes['picture']} src={picture} alt="" />}
      <div className={classes['words']}>
        <h1 ref={ref} tabIndex={-1}>
          {formatMessage(page[greetingKey(now)], { name: firstName })}
        </h1>
        <p className={classes['day']}>{formatLongDay(now)}</p>
      </div>
    </header>
  )
}
