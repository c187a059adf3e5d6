import { resolveReport } from '#api/features/moderation/decision.write.ts'
import { reverseDecision } from '#api/features/moderation/reversal.write.ts'
import { createReport } from '#api/features/report/report.write.ts'
import type { Decision } from '../world.ts'
import type { Situation } from './situation.ts'

const RULE = { id: 'be-kind', title: 'Be kind', text: 'Be kind.' }

/** Somebody who sees a post reports it, and the moderator decides. */
export async function judge(situation: Situation, count: number): Promise<number> {
  let judged = 0
  while (judged < count && (await judgeOne(situation))) judged++
  return judged
}

async function judgeOne({ world, services, random }: Situation): Promise<boolean> {
  const post = world.posts.length > 0 ? random.pick(world.posts) : null
  const readers = world.people.filter((each) => post && each !== post.author)
  const reporter = random.pick(readers.filter((each) => post && world.canSee(each, post)))
  if (!post || !reporter) return false
  const { report } = await createReport(services, {
    reporterId: reporter.id,
    subject: { type: 'POST', id: post.id },
    reason: 'HOSTILE',
    details: null,
  })
  const action = random.pick(['NONE', 'HIDE', 'SUSPEND'] as const)
  const hidePosts = action === 'SUSPEND' && random.chance(0.5)
  const [answered] = await resolveReport(services, {
    ...{ reportId: report.id, moderatorId: world.moderator.id, action, hidePosts, note: null },
    suspendDays: action === 'SUSPEND' ? random.pick([null, 7]) : null,
    rule: action === 'NONE' ? null : RULE,
  })
  const made: Decision = {
    id: answered?.decisionId ?? '',
    author: post.author,
    isSuspension: action === 'SUSPEND',
  }
  if (action !== 'NONE') world.decide(post, made, hidePosts)
  return true
}

export async function takeBack({ world, services, random }: Situation, count: number) {
  let taken = 0
  for (; taken < count && world.decisions.length > 0; taken++) {
    const decision = random.pick(world.decisions)
    const act = { moderatorId: world.moderator.id, note: null }
    await reverseDecision(services, decision.id, act)
    world.takeBack(decision)
  }
  return taken
}
