-- Numbers what processes tell each other, so that whoever looks up a session is told with it whether news are still on their way.
CREATE SEQUENCE news_number;
-- What has never given a number shows the same as what gave its first.
SELECT nextval('news_number');
