import { useQuery } from '@tanstack/react-query'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { unreadCount } from './announcement-list.ts'
import { fill } from '../../ui/fill.ts'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'
import { announcementsQuery } from './home-queries.ts'

/** The bell of the header: how many announcements have not been dismissed, and the way to all of them. */
export function AnnouncementsBell({ onPress }: { onPress: () => void }) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { data: all = [] } = useQuery(announcementsQuery())
  const count = unreadCount(all)
  const title = t.announcements_title
  const label = count === 0 ? title : fill(page.announcements_unread, { title, count })
  return <IconButton label={label} icon="bell" count={count} aria-haspopup="dialog" onClick={onPress} />
}
