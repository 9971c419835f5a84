export * from "@lichess-org/chessground";
