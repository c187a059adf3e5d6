/** The tabs that GraphiQL opens. */
export const examples: readonly string[] = [
  `# Press ⌘/Ctrl + Enter to run this. The other tabs
# have more examples; the book icon opens the reference.

query Feed {
  feed(first: 5) {
    nodes {
      id
      content
      likesCount
      isLiked
      createdAt
      author {
        displayName
        username
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  `# Finds posts with all words in the text or the author's name.

query Search {
  search(query: "coffee morning", first: 5) {
    nodes {
      content
      author {
        displayName
      }
    }
  }
}
`,
  `# Mutations need an account: sign in at /api/login. Or write an API
# token of your settings into the Headers tab:
# { "Authorization": "Bearer gv_…" }

mutation CreatePost {
  createPost(input: { content: "Hello from GraphiQL ☀️" }) {
    post {
      id
      content
    }
    userErrors {
      code
      field
      message
    }
  }
}
`,
  `# People to follow, and who likes and shares the newest posts.
# Sign in to follow them, and to read feed(scope: FOLLOWING).

query People {
  suggestedUsers {
    id
    displayName
    followersCount
    isFollowed
  }
  feed(first: 5) {
    nodes {
      content
      likedBy(first: 3) {
        nodes {
          displayName
        }
      }
      shares(first: 3) {
        nodes {
          comment
          actor {
            displayName
          }
        }
      }
    }
  }
}
`,
  `# What you reported, what moderators decided about you, and the rules.
# To report something: reportContent(input: { subjectId, reason, details }).

query Safety {
  viewer {
    mutedUsers(first: 5) {
      nodes {
        displayName
      }
    }
    reports(first: 5) {
      nodes {
        reason
        status
        outcome
        rule {
          title
        }
        snapshot {
          content
        }
      }
    }
    decisions(first: 5) {
      nodes {
        action
        until
        canAppeal
        snapshot {
          content
        }
      }
    }
  }
  rules {
    id
    title
  }
}
`,
  `# Threads and notifications. Reply with inReplyToId in
# createPost, and thank an author with sendThanks.

query Conversation {
  feed(first: 5) {
    nodes {
      content
      repliesCount
      replies(first: 3) {
        nodes {
          content
          author {
            displayName
          }
        }
      }
    }
  }
  viewer {
    unreadNotificationsCount
    notifications(first: 5) {
      nodes {
        __typename
        isRead
        ... on LikeNotification {
          actorsCount
        }
        ... on ReplyNotification {
          reply {
            content
          }
        }
        ... on ThanksNotification {
          thanks {
            text
          }
        }
      }
    }
  }
}
`,
  `# Stays open and shows what is new in the feed. Post something in another
# window. postUpdated, postCreated, replyCreated, followed and
# notificationsUpdated are like it.

subscription Live {
  feedUpdated(scope: EVERYONE) {
    newestId
    newIds
    reset
  }
}
`,
  `# Programs can send this again after a lost connection: the same
# clientKey returns the first post. reason is a stable name.

mutation Program {
  createPost(input: { content: "Hello from a program", clientKey: "hello-1" }) {
    post {
      id
      content
    }
    userErrors {
      code
      reason
      field
      message
    }
  }
}
`,
  `# The API tokens and webhooks of your account, and what the webhooks sent.
# createApiToken and createWebhook make new ones, as the settings do.

query Programs {
  viewer {
    apiTokens {
      name
      scopes
      lastUsedAt
      expiresAt
    }
    webhooks {
      url
      pausedAt
      deliveries(first: 3) {
        nodes {
          status
          attempts
          responseStatus
          createdAt
        }
      }
    }
  }
}
`,
]
