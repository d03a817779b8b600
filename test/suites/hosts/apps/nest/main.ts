import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { five } from './five';

@Controller()
class FiveController {
  @Get('five')
  show() {
    return five(process.env);
  }
}

@Module({ controllers: [FiveController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(process.env.PORT ?? 3000));
