import { describe, expect, it } from 'vitest'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { arrange, excerpt, unreadCount } from './announcement-list.ts'

let lastId = 0
function announcement(more: Partial<UserAnnouncement> = {}): UserAnnouncement {
  lastId += 1
  return {
    userAnnouncementId: lastId + 1000,
    announcementId: lastId,
    displayFlg: true,
    languageCd: null,
    titleText: `Announcement ${lastId}`,
    messageText: '<p>Text</p>',
    type: 'Promotional',
    effectiveFromDt: '2026-11-20',
    effectiveToDt: null,
    recordAddDt: new Date('2026-11-20T08:00:00Z'),
    ...more,
  }
}

describe('the announcements on the page', () => {
  it('the newest operational one is the banner and is not repeated', () => {
    const [offer, outage, older] = [
      announcement(),
      announcement({ type: 'Operational' }),
      announcement({ type: 'Operational' }),
    ]
    expect(arrange([offer, outage, older], true)).toEqual({ pinned: [outage], panel: [offer, older] })
  })

  it('where the panel is below the tiles, every operational one is a banner', () => {
    const [offer, outage, older] = [
      announcement(),
      announcement({ type: 'Operational' }),
      announcement({ type: 'Operational' }),
    ]
    expect(arrange([offer, outage, older], false)).toEqual({ pinned: [outage, older], panel: [offer] })
  })

  it('dismissed ones are left out, and after a dismissed operational one the next is the banner', () => {
    const gone = announcement({ type: 'Operational', displayFlg: false })
    const next = announcement({ type: 'Operational' })
    expect(arrange([gone, next], true)).toEqual({ pinned: [next], panel: [] })
  })

  it('the panel shows three, the bell counts all that are not dismissed', () => {
    const all = [announcement(), announcement(), announcement(), announcement(), announcement({ displayFlg: false })]
    expect(arrange(all, true).panel).toHaveLength(3)
    expect(unreadCount(all)).toBe(4)
  })
})

describe('the excerpt of an announcement', () => {
  it('is its text without formatting, separated where paragraphs and list items end', () => {
    expect(excerpt('<h2>News</h2><p>First&nbsp;<b>of</b> all</p><ul><li>one</li><li>two</li></ul>a<br>b')).toBe(
      'News · First of all · one · two · a · b',
    )
  })

  it('needs no separator after the end of a sentence', () => {
    expect(excerpt('<p>What you told us:</p>\n<ul>\n<li>Faster.</li>\n<li>Plans\n for mobile</li></ul>')).toBe(
      'What you told us: Faster. Plans for mobile',
    )
  })

  it('contains nothing of scripts and styles', () => {
    expect(excerpt('<style>p{}</style><script>alert(1)</script><p>Hi</p>')).toBe('Hi')
  })

  it('ends at the end of a word', () => {
    const text = excerpt(`<p>${'word '.repeat(100)}</p>`)
    expect(text.length).toBeLessThanOrEqual(181)
    expect(text).toMatch(/word…$/)
  })

  it.each([
    [180, 180],
    [181, 180],
  ])('of %i characters has the first %i', (length, kept) => {
    expect(excerpt('a'.repeat(length))).toBe('a'.repeat(kept) + (length > kept ? '…' : ''))
  })

  it('is cut between characters where there is no space', () => {
    expect(excerpt('語'.repeat(500))).toBe(`${'語'.repeat(180)}…`)
    const emoji = excerpt(`a${'😀'.repeat(300)}`)
    expect(emoji.length).toBeLessThanOrEqual(181)
    expect(emoji).toMatch(/^a(?:😀)+…$/u)
  })
})
