import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { homeBackgroundQuery } from '../../shell/brand-queries.ts'
import { formatLongDay } from '../../ui/format.ts'
import { greetingKey } from './greeting.ts'
import classes from './HomeHeading.module.css'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'

interface HomeHeadingProps {
  ref: Ref<HTMLHeadingElement>
  uid: number
  firstName: string
  now: Date
}

/** Greeting and date over the brand's image, which leaves space for the text. */
export function HomeHeading({ ref, uid, firstName, now }: HomeHeadingProps) {
  const page = useTexts(homePageTexts)
  const background = useQuery(homeBackgroundQuery(uid)).data
  const picture = background?.url ?? background?.image
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
