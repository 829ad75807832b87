import { ANNOUNCEMENT_NOTE_MAX } from '../limits.ts'

/** Texts of the review of announcements by a second person. */
export const announcementReviewTexts = {
  announcement_submit_choice: 'Submit for review',
  announcement_submit_help: 'Nobody sees it until another administrator publishes it. They’re notified by email.',
  announcement_submit_takes_back: 'Users stop seeing it until another administrator publishes it again.',
  announcement_no_reviewer:
    'Nobody else can publish announcements yet. Give another internal user the page System Announcements.',
  announcement_submitted: 'Submitted for review. Another administrator publishes it.',

  announcement_review_action: 'Review',
  announcement_review_title: 'Review Announcement',
  announcement_review_waiting: 'Waiting for review',
  announcement_review_sent_back: 'Sent back',
  announcement_review_submitted_by: 'Submitted by {name} on {day}.',
  announcement_review_submitted: 'Submitted on {day}.',
  announcement_review_days: 'Shown from {from} to {to}.',
  announcement_review_days_open: 'Shown from {from}, with no end date.',
  announcement_review_own: 'You submitted this. Another administrator has to publish it or send it back.',
  announcement_review_decision: 'Decision',
  announcement_review_choose: 'Select a decision',
  announcement_review_publish_choice: 'Publish',
  announcement_review_send_back_choice: 'Send back to the author',
  announcement_review_note: 'Note to the author',
  announcement_review_note_help: 'Say what needs to change. The author gets it by email.',
  announcement_review_send_back: 'Send back announcement',
  announcement_review_submit: 'Save decision',
  announcement_review_published: 'The announcement is published.',
  announcement_review_was_sent_back: 'The announcement went back to its author.',
  announcement_review_note_from: '{name} sent it back: {note}',
  announcement_review_note_from_unknown: 'It was sent back: {note}',

  announcement_review_decision_missing: 'Select a decision.',
  announcement_review_note_missing: 'Say what needs to change.',
  announcement_review_note_too_long: `Enter at most ${ANNOUNCEMENT_NOTE_MAX} characters.`,
  announcement_needs_review: 'Another administrator has to publish announcements. Submit it for review instead.',
  announcement_own_review: 'You submitted this announcement. Another administrator has to review it.',
  announcement_not_waiting: 'This announcement isn’t waiting for review any more. Reload the list.',
  announcement_review_ended: 'Its end date has passed. Send it back, so that its author can change the dates.',
  announcement_review_reaches_nobody:
    'No active user matches its targets any more. Send it back, so that its author can change them.',
} as const
