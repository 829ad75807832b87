import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Announcement } from '@portico/contract/announcements/announcement-admin.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListInDialog } from '../../patterns/list-search.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { loadReaderClients, readerClientSearch, readerClientsQuery, readersQuery } from './audience-queries.ts'
import { type Readers, readersByDay } from './readers-by-day.ts'
import classes from './ReadersDialog.module.css'

const TrendChart = lazyPart(() => import('../../patterns/TrendChart.tsx').then((module) => module.TrendChart))

interface ReadersDialogProps {
  announcement: Announcement
  onClose: () => void
}

/** How many users have read an announcement, by client and over time: a picture with a table behind it. */
export function ReadersDialog({ announcement: { announcementId, titleText }, onClose }: ReadersDialogProps) {
  const t = useTexts(announcementAdminTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [client, setClient] = useState<Option | null>(null)
  const clientId = client === null ? undefined : Number(client.value)
  const readers = useQuery({
    ...readersQuery(uid, announcementId, clientId),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal
      opened
      size="l"
      title={formatMessage(t.readers_title, { title: titleText })}
      closeLabel={close}
      onClose={onClose}
    >
      <div className={classes['view']}>
        <Combobox
          label={t.readers_client}
          help={t.readers_client_help}
          queryName={`reader-clients-${announcementId}`}
          load={(text, offset) => loadReaderClients(uid, announcementId, text, offset)}
          selected={client ? [client] : []}
          onChange={([next]) => setClient(next ?? null)}
        />
        <QueryContent query={readers} failed={t.readers_failed}>
          {(data) => <ReadersView readers={data} />}
        </QueryContent>
        <ClientTable uid={uid} announcementId={announcementId} />
      </div>
    </Modal>
  )
}

function ReadersView({ readers }: { readers: Readers }) {
  const t = useTexts(announcementAdminTexts)
  const { reachCnt, readCnt } = readers
  const days = readersByDay(readers)
  return (
    <>
      <p role="status">{formatMessage(t.readers_count, { read: readCnt, count: reachCnt })}</p>
      {days.length > 0 && (
        <>
          <TrendChart
            label={formatMessage(t.readers_chart, {
              total: days.at(-1)?.total ?? 0,
              from: formatDay(days[0]?.day ?? ''),
              to: formatDay(days.at(-1)?.day ?? ''),
            })}
            days={days}
            max={reachCnt}
          />
          <details>
            <summary>{t.readers_by_day}</summary>
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th scope="col">{t.readers_day}</th>
                  <th scope="col">{t.readers_new}</th>
                  <th scope="col">{t.readers_total}</th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ day, added, total }) => (
                  <tr key={day}>
                    <th scope="row">{formatDay(day)}</th>
                    <td>{formatNumber(added)}</td>
                    <td>{formatNumber(total)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </>
  )
}

/** The clients whom it reaches, page by page. */
function ClientTable({ uid, announcementId }: { uid: number; announcementId: number }) {
  const t = useTexts(announcementAdminTexts)
  const list = useListInDialog(readerClientSearch)
  const page = useListPage(readerClientsQuery(uid, announcementId, readerClientSearch.query(list)))
  return (
    <section>
      <h3 className={classes['part']}>{t.readers_by_client}</h3>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.readers_none }}
        caption={t.readers_by_client}
        columns={[
          { key: 'clientNm', title: t.readers_client, sortable: true, cell: ({ clientNm }) => clientNm },
          {
            key: 'readCnt',
            title: t.readers_read,
            sortable: true,
            align: 'end',
            cell: ({ readCnt }) => formatNumber(readCnt),
          },
          {
            key: 'reachCnt',
            title: t.readers_of,
            sortable: true,
            align: 'end',
            cell: ({ reachCnt }) => formatNumber(reachCnt),
          },
        ]}
        rowKey={({ clientId }) => clientId}
      />
    </section>
  )
}
